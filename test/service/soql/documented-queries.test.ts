import { expect, it } from 'vitest';
import { ask, companies, refusal } from './ask.js';

/**
 * Queries from the platform's documentation (SOQL and SOSL Reference, SOQL SELECT syntax and examples) for objects that
 * this service has, and some that the documentation calls invalid.
 */
const ACCEPTED = String.raw`
SELECT Id, Name FROM Account
SELECT Name FROM Account WHERE Name = 'Sandy'
SELECT Id FROM Contact WHERE Name LIKE 'A%' AND MailingState = 'California'
SELECT Name FROM Account ORDER BY Name DESC NULLS LAST
SELECT Name FROM Account WHERE Industry = 'media' LIMIT 125
SELECT Name FROM Account WHERE Industry = 'media' ORDER BY BillingPostalCode ASC NULLS LAST LIMIT 125
SELECT COUNT() FROM Contact
SELECT Id, Name FROM Account WHERE Name LIKE 'Ter%'
SELECT Id, Name FROM Account WHERE Name LIKE 'Ter\%'
SELECT Id, Name FROM Account WHERE Name LIKE 'Ter\%%'
SELECT Id FROM Account WHERE Name LIKE 'Bob\'s %'
SELECT Id FROM Account WHERE Name = 'a\"b\\c'
SELECT Id FROM Contact WHERE LastName IN ('Smith', 'Jones')
SELECT Name FROM Account WHERE BillingState IN ('California', 'New York')
SELECT Id FROM Account WHERE BillingState NOT IN ('California', 'New York')
SELECT Id, Name FROM Account WHERE Id IN (SELECT AccountId FROM Opportunity WHERE StageName = 'Closed Lost')
SELECT Id FROM Task WHERE WhoId IN (SELECT Id FROM Contact WHERE MailingCity = 'Twin Falls')
SELECT Id FROM Account WHERE Id NOT IN (SELECT AccountId FROM Opportunity WHERE IsClosed = false)
SELECT Id FROM Opportunity WHERE AccountId NOT IN (SELECT AccountId FROM Contact WHERE LeadSource = 'Web')
SELECT Id, Name FROM Account WHERE Id IN (SELECT AccountId FROM Contact WHERE LastName LIKE 'apple%') AND Id IN (SELECT AccountId FROM Opportunity WHERE IsClosed = false)
SELECT Account.Name, (SELECT Contact.LastName FROM Account.Contacts) FROM Account
SELECT Id, (SELECT Id FROM Opportunities WHERE StageName = 'Closed Won') FROM Account WHERE Id IN (SELECT AccountId FROM Contact WHERE LastName LIKE 'apple%')
SELECT Name, (SELECT LastName FROM Contacts) FROM Account
SELECT Name, (SELECT LastName FROM Contacts WHERE CreatedBy.Alias = 'x') FROM Account WHERE Industry = 'media'
SELECT Amount, Id, Name FROM Opportunity WHERE Amount > 10000
SELECT Id, Owner.Name FROM Task WHERE Owner.FirstName LIKE 'B%'
SELECT Id, FirstName, LastName FROM Contact WHERE Account.Industry = 'media'
SELECT Contact.FirstName, Contact.Account.Name FROM Contact
SELECT Id, Name, Account.Name FROM Contact WHERE Account.Industry = 'media'
SELECT count() FROM Contact c, c.Account a WHERE a.Name = 'MyriadPubs'
SELECT c.Name, a.Name FROM Contact AS c, c.Account AS a
SELECT Id FROM Case WHERE Contact.LastName = null
SELECT Id FROM Case WHERE Contact.Id = null
SELECT AccountId FROM Opportunity WHERE CloseDate != NULL
SELECT COUNT(Id), COUNT(LeadSource) FROM Lead
SELECT LeadSource FROM Lead
SELECT LeadSource, COUNT(Name) FROM Lead GROUP BY LeadSource
SELECT LeadSource, COUNT(Name) cnt FROM Lead GROUP BY LeadSource HAVING COUNT(Name) > 100
SELECT LeadSource, Rating, COUNT(Name) FROM Lead GROUP BY LeadSource, Rating
SELECT LeadSource, COUNT(Name) FROM Lead GROUP BY LeadSource HAVING COUNT(Name) > 100 and LeadSource > 'Phone'
SELECT Name, COUNT(Id) FROM Account GROUP BY Name HAVING COUNT(Id) > 1
SELECT AVG(Amount) FROM Opportunity
SELECT Name, MAX(Amount), MIN(Amount) FROM Opportunity GROUP BY Name
SELECT Name n, MAX(Amount) max FROM Opportunity GROUP BY Name
SELECT Name, MAX(Amount), MIN(Amount) min, SUM(Amount) FROM Opportunity GROUP BY Name
SELECT AccountId, COUNT(Name) FROM Contact GROUP BY AccountId
SELECT COUNT_DISTINCT(Company) FROM Lead
SELECT MIN(CreatedDate), FirstName, LastName FROM Contact GROUP BY FirstName, LastName
SELECT Name, MAX(BillingState) FROM Account GROUP BY Name ORDER BY MAX(BillingState) DESC
SELECT CALENDAR_YEAR(CreatedDate), SUM(Amount) FROM Opportunity GROUP BY CALENDAR_YEAR(CreatedDate)
SELECT HOUR_IN_DAY(convertTimezone(CreatedDate)), SUM(Amount) FROM Opportunity GROUP BY HOUR_IN_DAY(convertTimezone(CreatedDate))
SELECT DAY_ONLY(CreatedDate), COUNT(Id) FROM Lead GROUP BY DAY_ONLY(CreatedDate)
SELECT FISCAL_YEAR(CloseDate), COUNT(Id) FROM Opportunity GROUP BY FISCAL_YEAR(CloseDate)
SELECT CreatedDate, Amount FROM Opportunity WHERE CALENDAR_YEAR(CreatedDate) = 2006
SELECT Id FROM Account WHERE CreatedDate > 2005-10-08T01:02:03Z
SELECT Id FROM Account WHERE CreatedDate > 1999-01-01T23:01:01+01:00
SELECT Id FROM Account WHERE CreatedDate = YESTERDAY
SELECT Id FROM Account WHERE CreatedDate > TODAY
SELECT Id FROM Opportunity WHERE CloseDate = TOMORROW
SELECT Id FROM Account WHERE CreatedDate > LAST_WEEK
SELECT Id FROM Account WHERE CreatedDate < THIS_WEEK
SELECT Id FROM Opportunity WHERE CloseDate = NEXT_WEEK
SELECT Id FROM Opportunity WHERE CloseDate > LAST_MONTH
SELECT Id FROM Account WHERE CreatedDate < THIS_MONTH
SELECT Id FROM Opportunity WHERE CloseDate = NEXT_MONTH
SELECT Id FROM Account WHERE CreatedDate = LAST_90_DAYS
SELECT Id FROM Opportunity WHERE CloseDate > NEXT_90_DAYS
SELECT Id FROM Account WHERE CreatedDate = LAST_N_DAYS:365
SELECT Id FROM Opportunity WHERE CloseDate > NEXT_N_DAYS:15
SELECT Id FROM Opportunity WHERE CloseDate = N_DAYS_AGO:25
SELECT Id FROM Opportunity WHERE CloseDate > NEXT_N_WEEKS:4
SELECT Id FROM Account WHERE CreatedDate = LAST_N_WEEKS:52
SELECT Id FROM Opportunity WHERE CloseDate = N_WEEKS_AGO:3
SELECT Id FROM Opportunity WHERE CloseDate > NEXT_N_MONTHS:2
SELECT Id FROM Account WHERE CreatedDate = LAST_N_MONTHS:12
SELECT Id FROM Account WHERE CreatedDate = THIS_QUARTER
SELECT Id FROM Account WHERE CreatedDate > LAST_QUARTER
SELECT Id FROM Account WHERE CreatedDate < NEXT_QUARTER
SELECT Id FROM Account WHERE CreatedDate < NEXT_N_QUARTERS:2
SELECT Id FROM Account WHERE CreatedDate > LAST_N_QUARTERS:2
SELECT Id FROM Opportunity WHERE CloseDate = THIS_YEAR
SELECT Id FROM Opportunity WHERE CloseDate > LAST_YEAR
SELECT Id FROM Opportunity WHERE CloseDate < NEXT_YEAR
SELECT Id FROM Opportunity WHERE CloseDate < NEXT_N_YEARS:5
SELECT Id FROM Opportunity WHERE CloseDate > LAST_N_YEARS:5
SELECT Id FROM Account WHERE CreatedDate = THIS_FISCAL_QUARTER
SELECT Id FROM Account WHERE CreatedDate > LAST_FISCAL_QUARTER
SELECT Id FROM Account WHERE CreatedDate < NEXT_N_FISCAL_QUARTERS:6
SELECT Id FROM Opportunity WHERE CloseDate = THIS_FISCAL_YEAR
SELECT Id FROM Opportunity WHERE CloseDate > LAST_N_FISCAL_YEARS:3
SELECT Name, toLabel(Status) FROM Lead
SELECT Company, toLabel(Status) FROM Lead WHERE toLabel(Status) = 'le Draft'
SELECT Id, convertCurrency(AnnualRevenue) FROM Account
SELECT FORMAT(Amount) Amt, format(LastModifiedDate) editDate FROM Opportunity
SELECT TYPEOF What WHEN Account THEN Phone, NumberOfEmployees WHEN Opportunity THEN Amount, CloseDate ELSE Name END FROM Task
SELECT Id FROM Task WHERE What.Name = 'Acme'
SELECT FIELDS(ALL) FROM Account LIMIT 200
SELECT FIELDS(STANDARD) FROM Account
SELECT FIELDS(CUSTOM) FROM Account LIMIT 200
SELECT Name FROM Account USING SCOPE mine
SELECT Name FROM Account USING SCOPE everything WHERE Name != 'x'
SELECT Name, Id FROM Contact LIMIT 1 FOR VIEW
SELECT Name, Id FROM Contact LIMIT 1 FOR REFERENCE
SELECT Name FROM Account WHERE Id > '001LK0000000000' LIMIT 100 OFFSET 10
SELECT Id FROM Group WHERE Type = 'Queue'
SELECT Id, Name FROM User WHERE IsActive = TRUE
SELECT Id, IsSandbox, OrganizationType FROM Organization
SELECT Id, DeveloperName FROM RecordType WHERE SobjectType = 'Account' AND IsActive = true
SELECT Name FROM Account WHERE (Industry = 'media' AND BillingCity = 'Rome') OR (NOT Name = 'x')
SELECT Name FROM Account WHERE NOT Name LIKE 'x%'
SELECT Name FROM Account WHERE AnnualRevenue >= 1.5e6
SELECT Name FROM Account WHERE AnnualRevenue != -3
SELECT Name FROM Campaign WHERE IsActive = true ORDER BY StartDate ASC, Name DESC NULLS FIRST
SELECT Id, Lead.Name, Contact.Name FROM CampaignMember WHERE Campaign.Name = 'Spring'
SELECT   Id   ,   Name
  FROM   Account
  WHERE   Name   =   'x'
SELECT Id FROM Opportunity WHERE CloseDate > LAST_N_DAYS:365 AND (StageName = 'Prospecting' OR Probability >= 50)
SELECT LeadSource, COUNT(Name) FROM Lead GROUP BY LeadSource HAVING COUNT(Name) > 100
SELECT LeadSource, COUNT(Name) cnt FROM Lead GROUP BY LeadSource ORDER BY COUNT(Name) DESC LIMIT 5
SELECT Name n, MAX(Amount) max FROM Opportunity GROUP BY Name
SELECT AccountId, SUM(Amount) total, MIN(CloseDate), MAX(CloseDate) FROM Opportunity GROUP BY AccountId HAVING SUM(Amount) > 1000
SELECT COUNT_DISTINCT(Company) FROM Lead
SELECT CALENDAR_MONTH(CreatedDate), COUNT(Id) FROM Lead GROUP BY CALENDAR_MONTH(CreatedDate)
SELECT Id, CaseNumber FROM Case WHERE Status != 'Closed' AND Priority IN ('High', 'Medium') ORDER BY CreatedDate DESC NULLS LAST
SELECT Id FROM Task WHERE ActivityDate = NEXT_WEEK AND IsClosed = false
SELECT Subject, Who.Name, What.Name FROM Task WHERE OwnerId != null
SELECT Name FROM Account WHERE CreatedDate > 2011-04-26T10:00:00-08:00
SELECT Name FROM Account WHERE CreatedDate >= YESTERDAY AND CreatedDate < TODAY
SELECT Id, Status, Campaign.Name FROM CampaignMember WHERE Campaign.IsActive = true AND HasResponded = false
SELECT FirstName, LastName, Account.Owner.Name FROM Contact WHERE Account.Owner.IsActive = true
SELECT Id FROM Contact WHERE Account.Parent.Name = 'Holding' AND Email LIKE '%@example.com'
SELECT Id, (SELECT Id, Subject FROM Tasks WHERE Status = 'Completed' ORDER BY ActivityDate LIMIT 3) FROM Contact
SELECT Name, (SELECT Name, Amount FROM Opportunities ORDER BY Amount DESC NULLS LAST LIMIT 1) FROM Account LIMIT 10
SELECT Id FROM Lead WHERE Email = null AND Phone != ''
SELECT FIELDS(STANDARD) FROM Campaign WHERE Status IN ('Planned', 'In Progress') LIMIT 10
SELECT Id FROM dupcheck__dcJob__c WHERE dupcheck__SourceObject__c = '00Q'
SELECT dupcheck__SourceObject__c, dupcheck__MatchObject__c FROM dupcheck__dc3Duplicate__c D WHERE dupcheck__dcGroup__c IN (SELECT Id FROM dupcheck__dcGroup__c G WHERE dupcheck__dcJob__c = 'aZJLK0000000001')
SELECT Id, dupcheck__dcGroup__r.dupcheck__dcJob__r.Name FROM dupcheck__dc3Duplicate__c WHERE dupcheck__Score__c >= 90`;

const REFUSED = String.raw`
MALFORMED_QUERY|SELECT
MALFORMED_QUERY|SELECT FROM Account
MALFORMED_QUERY|SELECT * FROM Account
MALFORMED_QUERY|SELECT Id Name FROM Account
MALFORMED_QUERY|SELECT Id FROM Account WHERE
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name == 'x'
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name = "x"
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name = 'x
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name LIKE
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name NOT LIKE 'x%'
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name IN ()
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name = 'a' AND
MALFORMED_QUERY|SELECT Id FROM Account WHERE Name = 'a' AND Name = 'b' OR Name = 'c'
MALFORMED_QUERY|SELECT Id FROM Account WHERE CreatedDate = LAST_N_DAYS
MALFORMED_QUERY|SELECT Id FROM Account WHERE CreatedDate = LAST_N_DAYS:x
MALFORMED_QUERY|SELECT Id FROM Account LIMIT
MALFORMED_QUERY|SELECT Id FROM Account LIMIT -1
MALFORMED_QUERY|SELECT Id FROM Account ORDER Name
MALFORMED_QUERY|SELECT Id FROM Account ORDER BY
MALFORMED_QUERY|SELECT Id FROM Account GROUP Name
MALFORMED_QUERY|SELECT Id FROM Account; DELETE FROM Account
MALFORMED_QUERY|UPDATE Account SET Name = 'x'
MALFORMED_QUERY|SELECT Name, COUNT(Id) FROM Account
MALFORMED_QUERY|SELECT Id, Name FROM Account GROUP BY Name
MALFORMED_QUERY|SELECT Name FROM Account GROUP BY Name HAVING Industry = 'x'
MALFORMED_QUERY|SELECT COUNT(), Name FROM Account
MALFORMED_QUERY|SELECT Name n FROM Account
MALFORMED_QUERY|SELECT Id FROM Account WHERE COUNT(Id) > 1
MALFORMED_QUERY|SELECT SUM(Name) FROM Account
MALFORMED_QUERY|SELECT FIELDS(ALL) FROM Account
MALFORMED_QUERY|SELECT FIELDS(ALL) FROM Account LIMIT 201
MALFORMED_QUERY|SELECT Id FROM Account FOR UPDATE
MALFORMED_QUERY|SELECT Id FROM Account USING SCOPE team
MALFORMED_QUERY|SELECT Id FROM Account GROUP BY CUBE(Name)
MALFORMED_QUERY|SELECT FOO(Id) FROM Account
MALFORMED_QUERY|SELECT TYPEOF What END FROM Task
MALFORMED_QUERY|SELECT Id FROM Contact WHERE Name INCLUDES ('a')
INVALID_FIELD|SELECT Foo FROM Account
INVALID_FIELD|SELECT Id, id FROM Account
INVALID_FIELD|SELECT Owners.Name FROM Account
INVALID_FIELD|SELECT Account.Name.Foo FROM Contact
INVALID_FIELD|SELECT Id FROM Account WHERE Foo = 1
INVALID_FIELD|SELECT Id FROM Account WHERE Name = 1
INVALID_FIELD|SELECT Id FROM Account WHERE Name = true
INVALID_FIELD|SELECT Id FROM Account WHERE AnnualRevenue = '1'
INVALID_FIELD|SELECT Id FROM Account WHERE CreatedDate = '2005-10-08'
INVALID_FIELD|SELECT Id FROM Account WHERE CreatedDate = 2005-10-08
INVALID_FIELD|SELECT Id FROM Opportunity WHERE CloseDate = 2005-10-08T01:02:03Z
INVALID_FIELD|SELECT Id FROM Account WHERE AnnualRevenue LIKE '1%'
INVALID_FIELD|SELECT Id FROM Account WHERE Id LIKE '001%'
INVALID_FIELD|SELECT Id FROM Account WHERE Id = 'nobody'
INVALID_FIELD|SELECT Id FROM Account WHERE Name > null
INVALID_FIELD|SELECT Id FROM User WHERE IsActive > true
INVALID_FIELD|SELECT Id FROM Account ORDER BY Description
INVALID_FIELD|SELECT Id FROM Account ORDER BY Foo
INVALID_FIELD|SELECT CALENDAR_YEAR(Name) FROM Account GROUP BY CALENDAR_YEAR(Name)
INVALID_FIELD|SELECT Id FROM Account WHERE Id IN (SELECT Id, Name FROM Account)
INVALID_FIELD|SELECT Id FROM Account WHERE Id IN (SELECT Name FROM Account)
INVALID_FIELD|SELECT TYPEOF Account WHEN Account THEN Phone END FROM Contact
INVALID_TYPE|SELECT Id FROM Accounts
INVALID_TYPE|SELECT (SELECT Id FROM Contact) FROM Account
INVALID_TYPE|SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Kontakt)
INVALID_TYPE|SELECT TYPEOF What WHEN Foo THEN Phone END FROM Task
NUMBER_OUTSIDE_VALID_RANGE|SELECT Id FROM Account OFFSET 2001`;

it('accepts what the documentation shows', async () => {
  const { likeness } = await companies();
  const queries = ACCEPTED.trim().split(/\n(?=SELECT)/);
  const refused: string[] = [];
  for (const query of queries)
    await ask(likeness, query).catch((error: unknown) => refused.push(`${query}: ${String(error)}`));
  expect(refused).toEqual([]);
  expect(queries.length).toBeGreaterThan(135);
});

it.each(
  REFUSED.trim()
    .split('\n')
    .map((line) => line.split('|') as [string, string]),
)('refuses with %s: %s', async (errorCode, query) => {
  const { likeness } = await companies();
  expect((await refusal(likeness, query)).split(' ')[0]).toBe(errorCode);
});
