// Plays a game with the generated Go client: play URL ROWS ROW_LENGTH.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"strconv"
	"strings"

	"example.org/game/kinarow"
)

func main() {
	configuration := kinarow.NewConfiguration()
	configuration.Servers[0].URL = os.Args[1]
	client := kinarow.NewAPIClient(configuration)
	rows := strings.Split(os.Args[2], "/")
	rowLength, err := strconv.ParseInt(os.Args[3], 10, 64)
	for err == nil {
		request := kinarow.NewMoveRequest(rowLength)
		request.SetBoard(rows)
		request.SetEvaluate("best")
		request.SetNodeLimit(2000)
		var answer *kinarow.MoveResponse
		answer, _, err = client.PlayAPI.FindBestMove(context.Background()).MoveRequest(*request).Execute()
		if err == nil && answer.StatusAfter != "in_progress" {
			err = json.NewEncoder(os.Stdout).Encode(answer)
			break
		}
		rows = answer.GetBoardAfter()
	}
	if err != nil {
		log.Fatal(err)
	}
}
