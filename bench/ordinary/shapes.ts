import { columnsOf, type Columns } from './columns.js';
import type { CultureName } from './cultures.js';
import type { Population } from './people.js';

/** An export of a common program: its columns and its people or companies. */
export interface Shape {
  readonly name: string;
  readonly culture: CultureName;
  readonly population: Population;
  readonly isOfCompanies: boolean;
  readonly columns: Columns;
}

const shape = (name: string, culture: CultureName, population: Population, columns: string): Shape => ({
  ...{ name, culture, population, isOfCompanies: name.endsWith('companies'), columns: columnsOf(columns) },
});

/** Lists: one row per person or company, plus duplicates. */
export const lists: readonly Shape[] = [
  shape(
    'HubSpot contacts',
    'english',
    'country',
    'Record ID=serial | First Name=first | Last Name=last | Email=email | Phone Number=phone | Contact owner=owner | Lifecycle Stage=stage | Create Date=time | Last Activity Date=time | Company Name=company',
  ),
  shape(
    'Salesforce contacts',
    'english',
    'one employer',
    'Contact ID=hex | First Name=first | Last Name=last | Title=jobTitle | Account Name=company | Email=email | Phone=phone | Mailing Street=street | Mailing City=city | Mailing Zip/Postal Code=postalCode | Created Date=date | Last Activity=date | Contact Owner=owner',
  ),
  shape(
    'Salesforce leads',
    'english',
    'country',
    'Lead ID=hex | First Name=first | Last Name=last | Company / Account=company | Email=email | Phone=phone | Lead Source=tags | Lead Status=stage | Rating=rating | Create Date=date | Lead Owner=owner',
  ),
  shape(
    'Zoho contacts',
    'english',
    'one city',
    'Record Id=hex | Contact Owner=owner | First Name=first | Last Name=last | Email=email | Phone=phone | Mailing Street=street | Mailing City=city | Mailing Zip=postalCode | Created Time=time | Modified Time=time | Lead Source=tags | Tag=tags',
  ),
  shape(
    'Pipedrive people',
    'english',
    'country',
    'Person - ID=serial | Person - Name=name | Person - Organization=company | Person - Email - Work=email | Person - Phone - Work=phone | Person - Owner=owner | Person - Open deals=count | Person - Person created=time | Person - Next activity date=date',
  ),
  shape(
    'Shopify customers',
    'english',
    'families',
    'Customer ID=serial | First Name=first | Last Name=last | Email=email | Accepts Email Marketing=yes | Default Address Address1=street | Default Address City=city | Default Address Zip=postalCode | Phone=phone | Total Spent=money | Total Orders=count | Note=note | Tags=tags',
  ),
  shape(
    'WooCommerce customers',
    'english',
    'country',
    'Name=name | Username=code | Last active=time | Date registered=time | Email=email | Orders=count | Total spend=money | AOV=money | City=city | Postal code=postalCode',
  ),
  shape(
    'Stripe customers',
    'english',
    'country',
    'id=hex | Description=note | Email=email | Name=name | Created (UTC)=time | Delinquent=yes | Card ID=hex | Total Spend=money | Payment Count=count | Refunded Volume=money',
  ),
  shape(
    'Mailchimp audience',
    'english',
    'country',
    'Email Address=email | First Name=first | Last Name=last | Phone Number=phone | MEMBER_RATING=rating | OPTIN_TIME=time | OPTIN_IP=ip | CONFIRM_TIME=time | LAST_CHANGED=time | LEID=serial | TAGS=tags',
  ),
  shape(
    'Brevo contacts',
    'french',
    'country',
    'CONTACT ID=serial | EMAIL=email | PRENOM=first | NOM=last | SMS=phone | ADDED_TIME=time | MODIFIED_TIME=time | OPT_IN=yes | LISTE=tags',
  ),
  shape(
    'Eventbrite attendees',
    'english',
    'one city',
    'Order #=serial | Order Date=time | First Name=first | Last Name=last | Email=email | Cell Phone=phone | Quantity=rating | Ticket Type=stage | Total Paid=money | Attendee Status=yes',
  ),
  shape(
    'Xero contacts of companies',
    'english',
    'country',
    '*ContactName=company | AccountNumber=serial | EmailAddress=email | POAddressLine1=street | POCity=city | POPostalCode=postalCode | PhoneNumber=phone | Balance=money | Sales=money',
  ),
  shape(
    'QuickBooks customers',
    'english',
    'families',
    'Customer full name=name | Phone numbers=phone | Email=email | Bill address=street | Bill city=city | Bill zip=postalCode | Customer since=date | Open balance=money | Terms=stage',
  ),
  shape(
    'Google contacts',
    'english',
    'families',
    'First Name=first | Last Name=last | Organization Name=company | Organization Title=jobTitle | Birthday=born | Notes=note | Labels=tags | E-mail 1 - Value=email | Phone 1 - Value=phone | Address 1 - Street=street | Address 1 - City=city | Address 1 - Postal Code=postalCode',
  ),
  shape(
    'Outlook contacts',
    'english',
    'one employer',
    'First Name=first | Last Name=last | Company=company | Job Title=jobTitle | Business Street=street | Business City=city | Business Postal Code=postalCode | Mobile Phone=phone | E-mail Address=email | Notes=note | Categories=tags | Modified=time',
  ),
  shape(
    'LinkedIn connections',
    'english',
    'country',
    'First Name=first | Last Name=last | URL=page | Email Address=email | Company=company | Position=jobTitle | Connected On=date',
  ),
  shape(
    'Airtable contacts',
    'english',
    'one city',
    'Name=name | Email=email | Phone=phone | Company=company | Status=stage | Last contacted=date | Deal value=money | Notes=note',
  ),
  shape(
    'Typeform answers',
    'english',
    'country',
    "#=hex | What's your name?=name | What's your email?=email | Your phone number=phone | How did you hear about us?=tags | Start Date (UTC)=time | Submit Date (UTC)=time | Network ID=hex",
  ),
  shape(
    'Google Forms sign-ups',
    'english',
    'one city',
    'Timestamp=time | Email Address=email | Full name=name | Phone number=phone | Which session?=stage | Dietary needs=note',
  ),
  shape(
    'German club members',
    'german',
    'families',
    'Mitgliedsnummer=serial | Anrede=salutation | Vorname=first | Nachname=last | Straße=street | PLZ=postalCode | Ort=city | Geburtsdatum=born d.m.y | Telefon=phone | E-Mail=email | Eintritt=d.m.y | Beitrag=euros',
  ),
  shape(
    'School pupils',
    'english',
    'one city',
    'Student ID=serial | Last Name=last | First Name=first | Gender=sex | DOB=born | Grade=rating | Parent Email=email | Parent Phone=phone | Address=street | City=city | Enrolled On=date | Absences=count',
  ),
  shape(
    'Church members',
    'english',
    'families',
    'Family Name=last | Given Name=first | Address=street | City=city | ZIP=postalCode | Phone=phone | Birthday=born | Last Attended=date | Envelope Number=serial | Pledge=money',
  ),
  shape(
    'Voters',
    'english',
    'one street',
    'Voter ID=code | Last Name=last | First Name=first | Sex=sex | Date of Birth=born | Residence Address=street | Residence City=city | Residence Zip=postalCode | Registration Date=date | Party=stage | Precinct=count',
  ),
  shape(
    'Donors',
    'english',
    'families',
    'Donor ID=serial | First Name=first | Last Name=last | Address=street | City=city | Zip=postalCode | Email=email | Phone=phone | Last Gift=money | Last Gift Date=date | Lifetime Giving=money | Owner=owner',
  ),
  shape(
    'Suppliers that are companies',
    'english',
    'country',
    'Supplier=company | Supplier No=serial | Address=street | City=city | Postcode=postalCode | Phone=phone | Email=email | Website=website | Payment Terms=stage | Last Order=date | Credit Limit=money',
  ),
  shape(
    'Patients',
    'english',
    'families',
    'MRN=code | Last Name=last | First Name=first | Sex=sex | DOB=born | Home Phone=phone | Address=street | City=city | Zip=postalCode | Insurance=stage | Last Visit=date | Balance=money',
  ),
  shape(
    'Newsletter with names',
    'english',
    'country',
    'Email=email | Name=name | Subscribed=time | Opens=count | Clicks=count',
  ),
  shape(
    'Hotel guests',
    'english',
    'country',
    'Guest Name=last, first | Email=email | Phone=phone | City=city | Stays=count | Last Stay=date | Nights=count | Revenue=money',
  ),
  shape(
    'Japanese customers',
    'japanese',
    'country',
    '顧客番号=serial | 氏名=name | メールアドレス=email | 電話番号=phone | 郵便番号=postalCode | 住所=street | 市区町村=city | 登録日=date | 購入金額=count',
  ),
  shape(
    'Arabic attendees',
    'arabic',
    'country',
    'الاسم=name | البريد الإلكتروني=email | رقم الجوال=phone | المدينة=city | تاريخ التسجيل=date | ملاحظات=note',
  ),
  shape(
    'Chinese customers',
    'chinese',
    'country',
    '客户编号=serial | 姓名=name | 手机=phone | 邮箱=email | 公司=company | 地址=street | 城市=city | 创建时间=time | 消费金额=money',
  ),
  shape(
    'Greek customers',
    'greek',
    'country',
    'Κωδικός=serial | Ονοματεπώνυμο=name | Email=email | Τηλέφωνο=phone | Διεύθυνση=street | Πόλη=city | ΤΚ=postalCode | Ημερομηνία εγγραφής=d/m/y | Υπόλοιπο=money',
  ),
  shape(
    'Russian customers',
    'russian',
    'country',
    'Номер=serial | ФИО=name | Телефон=phone | Почта=email | Город=city | Дата рождения=born d.m.y | Дата регистрации=d.m.y | Сумма покупок=money',
  ),
  shape(
    'French customers',
    'french',
    'families',
    "Code client=serial | Nom=last | Prénom=first | Adresse=street | CP=postalCode | Ville=city | Téléphone=phone | Email=email | Date de création=d/m/y | Chiffre d'affaires=euros",
  ),
  shape(
    'Spanish customers',
    'spanish',
    'one city',
    'Código=serial | Nombre=first | Apellidos=last | Correo electrónico=email | Teléfono=phone | Dirección=street | CP=postalCode | Ciudad=city | Fecha de alta=d/m/y | Saldo=euros',
  ),
  shape(
    'Dutch members',
    'dutch',
    'families',
    'Lidnummer=serial | Voornaam=first | Achternaam=last | Adres=street | Postcode=postalCode | Woonplaats=city | Telefoon=phone | E-mail=email | Geboortedatum=born | Lid sinds=date | Contributie=money',
  ),
  shape(
    'Polish customers',
    'polish',
    'country',
    'Numer=serial | Imię=first | Nazwisko=last | Ulica=street | Kod pocztowy=postalCode | Miasto=city | Telefon=phone | Email=email | Data dodania=date | Wartość zamówień=euros',
  ),
  shape(
    'Italian loyalty cards',
    'italian',
    'shared phones',
    'Tessera=serial | Nome=first | Cognome=last | Indirizzo=street | CAP=postalCode | Città=city | Telefono=phone | Email=email | Data di nascita=born d/m/y | Ultimo acquisto=d/m/y | Punti=count',
  ),
  shape(
    'German companies',
    'german',
    'country',
    'Kundennummer=serial | Firma=company | Straße=street | PLZ=postalCode | Ort=city | Telefon=phone | E-Mail=email | Website=website | Umsatz=euros | Angelegt am=d.m.y | Betreuer=owner',
  ),
  shape(
    'HubSpot companies',
    'english',
    'country',
    'Record ID=serial | Company name=company | Company Domain Name=website | Phone Number=phone | City=city | Postal Code=postalCode | Company owner=owner | Create Date=time | Annual Revenue=money | Number of Employees=count',
  ),
  shape(
    'Gym members',
    'english',
    'one street',
    'Member #=serial | First=first | Last=last | Mobile=phone | E-mail=email | DOB=born d/m/y | Joined=date | Membership=stage',
  ),
  shape(
    'Library patrons',
    'english',
    'families',
    'Barcode=serial | Patron Name=last, first | Birth Date=born | Street Address=street | Town=city | ZIP Code=postalCode | Home Phone=phone | Checkouts=count | Expires=date',
  ),
  shape(
    'Patienten',
    'german',
    'families',
    'Patienten-Nr=serial | Name=last, first | geb.=born d.m.y | Adresse=street | PLZ=postalCode | Wohnort=city | Tel.=phone | Krankenkasse=stage | letzter Besuch=d.m.y',
  ),
  shape(
    'Tenants',
    'english',
    'shared phones',
    'Unit=count | Tenant=name | Mobile=phone | Email Address=email | Lease Start=date | Rent=money | Deposit=money',
  ),
  shape(
    'Real estate leads',
    'english',
    'one city',
    'Lead Name=name | Lead Email=email | Lead Phone=phone | Source=tags | Price Range=money | Status=stage | Agent=owner | Added=time',
  ),
  shape(
    'Notion contacts',
    'english',
    'one employer',
    'Name=name | Company=company | Email=email | Phone=phone | Tags=tags | Created time=time | Last edited by=owner',
  ),
  shape(
    'ClickUp tasks',
    'english',
    'country',
    'Task Name=name | Task ID=hex | Status=stage | Assignee=owner | Email (email)=email | Phone (phone)=phone | Date Created=time',
  ),
  shape(
    'ActiveCampaign contacts',
    'english',
    'country',
    'email=email | first_name=first | last_name=last | phone=phone | organization=company | tags=tags | cdate=time | ip=ip | score=count',
  ),
  shape(
    'French volunteers',
    'french',
    'families',
    'Nom complet=name | Courriel=email | Mobile=phone | Ville=city | Compétences=tags | Heures=count',
  ),
  shape(
    'Alumni',
    'english',
    'unique e-mails',
    'Class Year=count | Preferred First=first | Last Name=last | Home Email=email | Home Street=street | Home City=city | Home ZIP=postalCode | Employer=company | Position=jobTitle | Lifetime Gifts=money',
  ),
  shape(
    'Italian wholesale companies',
    'italian',
    'country',
    'Ragione sociale=company | Indirizzo=street | CAP=postalCode | Città=city | Telefono=phone | PEC=email | Sito=website | Fatturato=euros',
  ),
  shape('Polish newsletter', 'polish', 'country', 'E-mail=email | Imię i nazwisko=name | Data zapisu=date'),
  shape('Family newsletter', 'english', 'shared mailboxes', 'email=email | name=name'),
  shape(
    'Pupils of parents',
    'english',
    'shared mailboxes',
    'First=first | Last=last | Class=rating | Parent e-mail=email | Parent mobile=phone',
  ),
  shape(
    'Polish parish',
    'polish',
    'families',
    'Imię i nazwisko=name | Ulica i nr=street | Kod=postalCode | Miejscowość=city | Tel.=phone | Ofiara roczna=euros',
  ),
];

const LOG = {
  person: 'First Name=first | Last Name=last | Email=email',
  reached: 'Name=name | Email=email | Phone=phone',
  posted: 'First Name=first | Last Name=last | Address=street | City=city | Zip=postalCode',
} as const;

/** Logs: one row per event. Most people and companies have several rows. */
export const logs: readonly Shape[] = [
  shape(
    'Shopify orders',
    'english',
    'country',
    `Name=serial | Created at=time | ${LOG.person} | Phone=phone | Total=money | Lineitem name=product | Financial Status=stage`,
  ),
  shape(
    'Stripe payments',
    'english',
    'country',
    'id=hex | Created (UTC)=time | Amount=money | Customer Name=name | Customer Email=email | Status=stage',
  ),
  shape(
    'Donations',
    'english',
    'families',
    `Gift ID=serial | Gift Date=date | Gift Amount=money | ${LOG.posted} | Email=email`,
  ),
  shape(
    'Contribution filings',
    'english',
    'country',
    `${LOG.posted} | Employer=company | Occupation=jobTitle | Contribution Date=date | Contribution Amount=money`,
  ),
  shape(
    'Support tickets',
    'english',
    'country',
    'Ticket=serial | Opened=time | Requester=name | Requester Email=email | Subject=note | Minutes spent=count | Status=stage',
  ),
  shape(
    'Clinic visits',
    'english',
    'families',
    `Visit ID=serial | Visit Date=date | ${LOG.posted} | DOB=born | Phone=phone | Charge=money`,
  ),
  shape('Event registrations', 'english', 'one city', `Registered=time | ${LOG.reached} | Event=product | Price=money`),
  shape(
    'Invoices',
    'english',
    'country',
    'Invoice No=serial | Invoice Date=date | Due Date=date | Customer=name | Email=email | Street=street | City=city | Total=money | Tax=money',
  ),
  shape(
    'Library loans',
    'english',
    'one city',
    `Loan=serial | Borrowed=date | Due=date | ${LOG.reached} | Title=product`,
  ),
  shape(
    'Gym check-ins',
    'english',
    'one city',
    'Check-in=time | First Name=first | Last Name=last | Email=email | Phone=phone',
  ),
  shape(
    'Hotel bookings',
    'english',
    'country',
    'Booking=code | Arrival=date | Departure=date | Guest=last, first | Email=email | Phone=phone | Amount=money',
  ),
  shape(
    'German orders',
    'german',
    'families',
    'Bestellnummer=serial | Bestelldatum=d.m.y | Vorname=first | Nachname=last | Straße=street | PLZ=postalCode | Ort=city | E-Mail=email | Summe=euros',
  ),
  shape(
    'French orders',
    'french',
    'country',
    'Commande=serial | Date=d/m/y | Nom=last | Prénom=first | Adresse=street | CP=postalCode | Ville=city | Email=email | Montant=euros',
  ),
  shape(
    'Spanish sales',
    'spanish',
    'country',
    'Factura=serial | Fecha=d/m/y | Nombre=first | Apellidos=last | Teléfono=phone | Correo electrónico=email | Importe=euros',
  ),
  shape('Appointments', 'english', 'families', `Date=date | Start=time | ${LOG.reached} | Service=product | Fee=money`),
  shape(
    'Call log',
    'english',
    'country',
    'Call time=time | Name=name | Phone=phone | Email=email | Duration=count | Note=note',
  ),
  shape(
    'Purchases of companies',
    'english',
    'country',
    'PO=serial | Date=date | Supplier=company | City=city | Phone=phone | Email=email | Amount=money',
  ),
  shape(
    'Japanese orders',
    'japanese',
    'country',
    '注文番号=serial | 注文日=date | 氏名=name | メールアドレス=email | 電話番号=phone | 金額=money',
  ),
  shape(
    'Russian payments',
    'russian',
    'country',
    'Платёж=serial | Дата=d.m.y | ФИО=name | Телефон=phone | Почта=email | Сумма=money',
  ),
  shape(
    'Votes cast',
    'english',
    'one street',
    `Election Date=date | ${LOG.posted} | Date of Birth=born | Ballot=serial`,
  ),
];
