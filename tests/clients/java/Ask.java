import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kinarow.ApiClient;
import kinarow.ApiException;
import kinarow.ApiResponse;
import kinarow.api.PlayApi;
import kinarow.model.FieldError;
import kinarow.model.MoveRequest;
import kinarow.model.MoveResponse;
import kinarow.model.MoveResult;
import kinarow.model.MovesRequest;
import kinarow.model.MovesResponse;
import kinarow.model.Problem;

/**
 * Asks with the generated Java client: `java Ask URL < questions`.
 *
 * <p>A question is `{path, headers, body}`: what follows the URL, further headers, and what to ask.
 * For each it prints what came: the status, and the answer's or problem's own words.
 */
class Ask {
  private static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

  private static Object told(Problem problem) {
    List<String> pointers = problem.getErrors().stream().map(FieldError::getPointer).toList();
    return Map.of(
        "code", problem.getCode(),
        "detail", problem.getDetail(),
        "id", problem.getRequestId(),
        "pointers", pointers);
  }

  private static Object told(MoveResponse answer) {
    return JSON.createObjectNode()
        .putPOJO("best_move", answer.getBestMove())
        .putPOJO("outcome", answer.getOutcome());
  }

  private static Object told(MoveResult result) {
    return result.getProblem() == null ? told(result.getAnswer()) : told(result.getProblem());
  }

  /** Returns the status and what was told with it. */
  private static Object ask(String url, JsonNode question) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url + question.get("path").asText());
    client.setRequestInterceptor(
        request ->
            question
                .get("headers")
                .fields()
                .forEachRemaining(each -> request.setHeader(each.getKey(), each.getValue().asText())));
    PlayApi play = new PlayApi(client);
    JsonNode body = question.get("body");
    try {
      if (body.has("requests")) {
        ApiResponse<MovesResponse> batch =
            play.findBestMovesWithHttpInfo(JSON.treeToValue(body, MovesRequest.class), null);
        List<Object> results = batch.getData().getResults().stream().map(Ask::told).toList();
        return Map.of("status", batch.getStatusCode(), "told", results);
      }
      ApiResponse<MoveResponse> answer =
          play.findBestMoveWithHttpInfo(JSON.treeToValue(body, MoveRequest.class), null, null);
      return Map.of("status", answer.getStatusCode(), "told", told(answer.getData()));
    } catch (ApiException error) {
      Problem problem = JSON.readValue(error.getResponseBody(), Problem.class);
      return Map.of("status", error.getCode(), "told", told(problem));
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<Object> answers = new ArrayList<>();
    for (JsonNode question : JSON.readTree(System.in)) {
      answers.add(ask(arguments[0], question));
    }
    System.out.println(JSON.writeValueAsString(answers));
  }
}
