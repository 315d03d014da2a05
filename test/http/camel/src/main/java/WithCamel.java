import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.salesforce.AuthenticationType;
import org.apache.camel.component.salesforce.SalesforceComponent;
import org.apache.camel.component.salesforce.SalesforceEndpointConfig;
import org.apache.camel.impl.DefaultCamelContext;

/** Runs the unmodified Apache Camel component and prints its responses, one per line. */
public class WithCamel {
  public static void main(String[] args) throws Exception {
    try (DefaultCamelContext context = new DefaultCamelContext()) {
      SalesforceComponent component = new SalesforceComponent();
      component.setLoginUrl(args[0]);
      component.setInstanceUrl(args[0]);
      component.setClientId(args[1]);
      component.setClientSecret(args[2]);
      component.setAuthenticationType(AuthenticationType.CLIENT_CREDENTIALS);
      SalesforceEndpointConfig config = new SalesforceEndpointConfig();
      config.setApiVersion("60.0");
      config.setRawPayload(true);
      component.setConfig(config);
      context.addComponent("salesforce", component);
      context.start();
      ProducerTemplate template = context.createProducerTemplate();
      show(template.requestBody(
          "salesforce:createSObject?sObjectName=Contact", "{\"LastName\":\"Camel\",\"Code__c\":\"C-1\"}"));
      show(template.requestBodyAndHeaders(
          "salesforce:upsertSObject?sObjectName=Contact&sObjectIdName=Code__c",
          "{\"LastName\":\"Dromedary\"}",
          Map.of("sObjectIdValue", "C-1")));
      show(template.requestBody("salesforce:query", "SELECT LastName, Code__c FROM Contact ORDER BY LastName"));
      show(template.requestBody("salesforce:search", "FIND {Dromedary} IN ALL FIELDS RETURNING Contact(Id)"));
      show(template.requestBody("salesforce:getDescription?sObjectName=Contact", (Object) null));
      show(template.requestBody("salesforce:limits", (Object) null));
      template.requestBodyAndHeaders(
          "salesforce:deleteSObjectWithId?sObjectName=Contact&sObjectIdName=Code__c",
          null,
          Map.of("sObjectIdValue", "C-1"));
      show(template.requestBody("salesforce:query", "SELECT Id FROM Contact"));
    }
    System.exit(0);
  }

  private static void show(Object answer) throws Exception {
    String text = answer instanceof InputStream stream
        ? new String(stream.readAllBytes(), StandardCharsets.UTF_8)
        : String.valueOf(answer);
    System.out.println("answer: " + text.replace('\n', ' '));
  }
}
