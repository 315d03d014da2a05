"""Performs typical steps of an integration with the unmodified simple-salesforce package. Prints the results as one JSON object."""

import json
import sys

from simple_salesforce import Salesforce
from simple_salesforce.exceptions import SalesforceMalformedRequest

instance, token = sys.argv[1:3]
sf = Salesforce(instance_url=instance, session_id=token, version="60.0")
done = {}

created = sf.Contact.create({"LastName": "Lindqvist", "FirstName": "Åsa", "Code__c": "A-1"})
done["created"] = created["success"]
contact = created["id"]
done["updated"] = sf.Contact.update(contact, {"Title": "Dr."})
done["read"] = {name: sf.Contact.get(contact)[name] for name in ("Name", "Title")}
done["upserted"] = [
    sf.Contact.upsert("Code__c/A-1", {"Department": "Books"}),
    sf.Contact.upsert("Code__c/A-2", {"LastName": "Ny"}),
]
done["by external Id"] = sf.Contact.get_by_custom_id("Code__c", "A-2")["LastName"]

account = sf.Account.create({"Name": "Förlaget"})["id"]
for number in range(3):
    sf.Contact.create({"LastName": f"Row {number}", "AccountId": account})
done["query"] = [
    [row["LastName"], row["Account"]["Name"]]
    for row in sf.query_all(
        "SELECT LastName, Account.Name FROM Contact WHERE LastName LIKE 'Row%' ORDER BY LastName DESC"
    )["records"]
]
done["aggregate"] = sf.query("SELECT COUNT(Id) n FROM Contact")["records"][0]["n"]
done["formatted"] = [row["LastName"] for row in sf.query_all_iter("SELECT LastName FROM Contact WHERE Code__c = 'A-2'")]
try:
    sf.query("SELECT Nme FROM Contact")
except SalesforceMalformedRequest as error:
    done["refused"] = error.content[0]["errorCode"]

done["describe"] = sorted(one["name"] for one in sf.describe()["sobjects"])[:3]
done["fields"] = [one["type"] for one in sf.Contact.describe()["fields"] if one["name"] in ("Id", "Email", "AccountId")]
done["metadata"] = sf.Contact.metadata()["objectDescribe"]["keyPrefix"]
done["limits"] = "DailyApiRequests" in sf.limits()
done["usage"] = sf.api_usage["api-usage"].used > 0
done["bulk"] = [part.count("\n") for part in sf.bulk2.Contact.query("SELECT Id, LastName FROM Contact", max_records=2)]
done["sosl"] = [row["Name"] for row in sf.search("FIND {Lindq*} RETURNING Contact(Name)")["searchRecords"]]
done["quick"] = len(sf.quick_search("Lindqvist")["searchRecords"])
loaded = sf.bulk2.Contact.upsert(
    records=[{"Code__c": "A-1", "Title": "Prof."}, {"Code__c": "B-1", "LastName": "Loaded"}],
    external_id_field="Code__c",
)
done["loaded"] = [[part["numberRecordsProcessed"], part["numberRecordsFailed"]] for part in loaded]
done["loaded rows"] = sf.bulk2.Contact.get_successful_records(loaded[0]["job_id"]).count("\n")
done["deleted"] = sf.Contact.delete(contact)
done["gone"] = sf.query("SELECT COUNT() FROM Contact WHERE Code__c = 'A-1'")["totalSize"]
everything = sf.query("SELECT Id, IsDeleted FROM Contact WHERE Code__c = 'A-1'", include_deleted=True)
done["with deleted"] = everything["records"][0]["IsDeleted"]
searched = {"objectPrefix": "003", "objectData": {"LastName": "Ny"}}
found = sf.apexecute("dupcheck/dc3Api/search", method="POST", data=searched)
done["search"] = found["003"][0]["objectData"]["LastName"]
print(json.dumps(done))
