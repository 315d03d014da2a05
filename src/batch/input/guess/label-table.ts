/**
 * The meanings of column labels in exports of CRM systems, spreadsheets and mail programs, in English and the commoner
 * languages of Europe. Each line: `meaning: spelling | spelling`, folded (lower-case ASCII), words in any order.
 */
const table = `
givenName: first name | given name | forename | fore name | first | given | fname | christian name | vorname | rufname | prenom | nombre de pila | primer nombre | primo nome | primeiro nome | voornaam | roepnaam | fornavn | fornamn | tilltalsnamn | etunimi | imie | keresztnev | ad | krestni jmeno
middleName: middle name | middle | mname | middle initial | second name | zweiter vorname | deuxieme prenom | segundo nombre | secondo nome | mellomnavn | mellannamn
familyName: last name | surname | family name | last | lname | sname | nachname | familienname | zuname | nom de famille | nom famille | apellido | apellidos | primer apellido | cognome | sobrenome | apelido | ultimo nome | achternaam | familienaam | geslachtsnaam | efternavn | etternavn | efternamn | sukunimi | nazwisko | prijmeni | vezeteknev | soyad | soyadi
name: name | nom | nome | nombre | naam | navn | namn | nimi | jmeno | nev | isim
fullName: full name | complete name | display name | contact name | person name | customer name | client name | customer | client | contact person | name full | kunde | kundenname | ansprechpartner | kontaktperson | vollstandiger name | vollstaendiger name | nom complet | nom client | nombre completo | nome completo | nome e cognome | nombre y apellidos | volledige naam | contactpersoon | fullt navn
salutation: salutation | anrede | civilite | tratamiento | aanhef | tiltale | prefix | name prefix | honorific
suffix: suffix | name suffix | generational suffix
company: company | company name | organisation | organization | organisation name | organization name | org | org name | account name | business name | legal name | trading name | firm | firm name | vendor name | supplier name | vendor | supplier | employer | firma | firmenname | firmierung | unternehmen | unternehmensname | gesellschaft | lieferant | arbeitgeber | societe | nom societe | raison sociale | entreprise | nom entreprise | empresa | nombre empresa | razon social | compania | azienda | ragione sociale | societa | denominazione | bedrijf | bedrijfsnaam | virksomhed | bedrift | foretag | yritys | nazwa firmy
email: email | e mail | mail | email address | e mail address | mail address | email id | email adresse | mail adresse | e post | courriel | adresse email | adresse mail | adresse electronique | correo | correo electronico | posta elettronica | indirizzo email | email adres | sahkoposti | adres email | e post adress
phone: phone | telephone | tel | phone number | telephone number | phone no | tel no | telephone no | tel nr | business phone | work phone | office phone | company phone | main phone | landline | telefon | telefonnummer | telefon nummer | rufnummer | telefonnr | festnetz | telefon geschaftlich | telefon geschaeftlich | numero de telephone | tel fixe | fixe | telefono | numero de telefono | telefone | telefoon | telefoonnummer | telefonszam | puhelin | puhelinnumero | tlf
mobile: mobile | mobile phone | mobile number | mobile no | cell | cell phone | cellphone | cellular | handy | handynummer | mobil | mobiltelefon | mobilnummer | mobile telefon | portable | tel portable | telephone portable | telephone mobile | movil | telefono movil | celular | cellulare | telemovel | gsm | mobiel | mobiele telefoon | kannykka
homePhone: home phone | home telephone | private phone | phone home | telefon privat | tel prive | telephone domicile
otherPhone: other phone | phone 2 | telephone 2 | second phone | alternative phone | telefon 2
fax: fax | fax number | fax no | telefax | faxnummer | business fax
street: street | street address | street name | address | address 1 | address line 1 | address line | line 1 | addr | addr 1 | addr line 1 | addr full | full address | address full | mailing address | postal address | strasse | strassenname | str | strasse hausnummer | strasse und hausnummer | strasse nr | strasse und nr | strasse hausnr | anschrift | adresse | adresse 1 | adresszeile 1 | rue | calle | direccion | domicilio | via | indirizzo | rua | morada | endereco | straat | straatnaam | adres | gade | gate | vej | gata | gatuadress | adress | katuosoite | osoite | ulica
houseNumber: house number | house no | house nr | street number | street no | building number | hausnummer | hausnr | haus nr | huisnummer | huisnr | numero de rue | numero de voie | numero civico | civico | husnummer
city: city | town | suburb | locality | municipality | city town | town city | ort | stadt | wohnort | ville | commune | ciudad | localidad | poblacion | citta | comune | localita | cidade | stad | plaats | woonplaats | poststed | postort | kaupunki | miasto | mesto
state: state | province | state province | province state | county | region | state code | state or province | bundesland | kanton | canton | departement | provincia | estado | provincie | fylke | wojewodztwo
postalCode: postal code | postcode | post code | zip | zip code | zipcode | zip postal code | zip postcode | postal zip code | plz | postleitzahl | code postal | cp | codigo postal | cap | codice postale | cep | codigo postale | postnummer | postnr | psc | kod pocztowy | postinumero | pin code | pincode | eircode
country: country | country name | country region | nation | land | staat | pays | pais | paese | nazione | maa | kraj | zeme
countryCode: country code | iso country | country iso | landercode | laendercode | code pays | landcode
birthdate: date of birth | birth date | birthdate | birthday | dob | d o b | birth | born | geburtsdatum | geburtstag | geb datum | geb dat | geboren | date de naissance | date naissance | naissance | fecha de nacimiento | fecha nacimiento | nacimiento | data di nascita | data nascita | data de nascimento | nascimento | geboortedatum | fodselsdato | fodselsdag | fodelsedatum | syntymaaika | data urodzenia | datum narozeni
birthplace: place of birth | birth place | birthplace | city of birth | geburtsort | lieu de naissance | lugar de nacimiento | luogo di nascita | geboorteplaats
gender: gender | sex | geschlecht | sexe | genre | sexo | genero | sesso | geslacht | kon | plec
website: website | web site | web | url | homepage | home page | internet | web address | company url | webseite | internetseite | internetadresse | site web | site internet | sitio web | pagina web | sito web | sito | domain | www | site
jobTitle: title | job title | job | position | occupation | profession | role | beruf | funktion | stelle | stellenbezeichnung | berufsbezeichnung | poste | fonction | cargo | puesto | ocupacion | profesion | ruolo | qualifica | professione | functie | beroep | stilling | yrke | stanowisko
department: department | dept | abteilung | departamento | reparto | afdeling | avdeling
industry: industry | sector | branche | secteur | secteur d activite | settore | sector de actividad | bransch
id: id | record id | row id | rec id | customer id | customer number | customer no | client id | contact id | lead id | account id | company id | person id | member id | user id | external id | unique id | identifier | key | uid | guid | uuid | number | no | nr | num | nummer | numero | kundennummer | kundennr | kunden nr | kunden id | lfd nr | lfdnr | numero client | id client | code client | id cliente | codice cliente | codigo cliente | klantnummer | klantnr | kundenummer | reference | ref
source: source | source system | data source | system | origin | herkunft | quelle | quellsystem | fuente | fonte | bron
`;

/** A column's meaning; `name` is a person's, a company's, or a part of a person's: the other columns say. */
export type Meaning =
  | 'givenName'
  | 'middleName'
  | 'familyName'
  | 'name'
  | 'fullName'
  | 'salutation'
  | 'suffix'
  | 'company'
  | 'email'
  | 'phone'
  | 'mobile'
  | 'homePhone'
  | 'otherPhone'
  | 'fax'
  | 'street'
  | 'houseNumber'
  | 'city'
  | 'state'
  | 'postalCode'
  | 'country'
  | 'countryCode'
  | 'birthdate'
  | 'birthplace'
  | 'gender'
  | 'website'
  | 'jobTitle'
  | 'department'
  | 'industry'
  | 'id'
  | 'source';

/** Spellings, words in order and joined by a space, by meaning. */
export const labelSpellings: readonly (readonly [Meaning, readonly string[]])[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [meaning, spellings] = line.split(':') as [Meaning, string];
    return [meaning, spellings.split('|').map((spelling) => spelling.trim())] as const;
  });
