// Asks with the generated Go client: ask URL < questions.
//
// A question is {path, headers, body}: what follows the URL, further headers, and what to ask.
// For each it prints what came: the status, and the answer's or problem's own words.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"

	"example.org/game/kinarow"
)

type question struct {
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

// Sends the headers of a question with every request.
type transport map[string]string

func (headers transport) RoundTrip(request *http.Request) (*http.Response, error) {
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(request)
}

func toldOfProblem(problem kinarow.Problem) map[string]any {
	pointers := []string{}
	for _, place := range problem.Errors {
		pointers = append(pointers, place.Pointer)
	}
	return map[string]any{
		"code": problem.Code, "detail": problem.Detail, "id": problem.RequestId, "pointers": pointers,
	}
}

func toldOfAnswer(answer kinarow.MoveResponse) map[string]any {
	return map[string]any{"best_move": answer.BestMove, "outcome": answer.Outcome}
}

func toldOf(result kinarow.MoveResult) map[string]any {
	if result.Problem != nil {
		return toldOfProblem(*result.Problem)
	}
	return toldOfAnswer(*result.Answer)
}

// The HTTP status and what was told with it.
func ask(url string, asked question) map[string]any {
	configuration := kinarow.NewConfiguration()
	configuration.Servers[0].URL = url + asked.Path
	configuration.HTTPClient = &http.Client{Transport: transport(asked.Headers)}
	play := kinarow.NewAPIClient(configuration).PlayAPI
	var told any
	var response *http.Response
	var batch kinarow.MovesRequest
	err := json.Unmarshal(asked.Body, &batch)
	if err == nil {
		var results *kinarow.MovesResponse
		results, response, err = play.FindBestMoves(context.Background()).MovesRequest(batch).Execute()
		if err == nil {
			each := []any{}
			for _, result := range results.Results {
				each = append(each, toldOf(result))
			}
			told = each
		}
	} else {
		var request kinarow.MoveRequest
		if err := json.Unmarshal(asked.Body, &request); err != nil {
			log.Fatal(err)
		}
		var answer *kinarow.MoveResponse
		answer, response, err = play.FindBestMove(context.Background()).MoveRequest(request).Execute()
		if err == nil {
			told = toldOfAnswer(*answer)
		}
	}
	var failure *kinarow.GenericOpenAPIError
	if errors.As(err, &failure) {
		told = toldOfProblem(failure.Model().(kinarow.Problem))
	} else if err != nil {
		log.Fatal(err)
	}
	return map[string]any{"status": response.StatusCode, "told": told}
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		log.Fatal(err)
	}
	answers := []any{}
	for _, asked := range questions {
		answers = append(answers, ask(os.Args[1], asked))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		log.Fatal(err)
	}
}
