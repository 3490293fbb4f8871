import java.util.List;
import kinarow.ApiClient;
import kinarow.api.PlayApi;
import kinarow.model.Evaluate;
import kinarow.model.GameStatus;
import kinarow.model.MoveRequest;
import kinarow.model.MoveResponse;

/** Plays a game with the generated Java client: `java Play URL ROWS ROW_LENGTH`. */
class Play {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    List<String> rows = List.of(arguments[1].split("/"));
    long rowLength = Long.parseLong(arguments[2]);
    while (true) {
      MoveRequest request =
          new MoveRequest()
              .board(rows)
              .rowLength(rowLength)
              .evaluate(Evaluate.BEST)
              .nodeLimit(2000L);
      MoveResponse answer = new PlayApi(client).findBestMove(request, null, null);
      if (answer.getStatusAfter() != GameStatus.IN_PROGRESS) {
        System.out.println(client.getObjectMapper().writeValueAsString(answer));
        return;
      }
      rows = answer.getBoardAfter();
    }
  }
}
