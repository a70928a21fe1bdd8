// Package main serves a counter over channels.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

const limit = 3

var errFull = errors.New("counter is \"full\" (")

type Counter struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

type Adder interface {
	Add(n int) error
}

func (c *Counter) Add(n int) error {
	if c.Count+n > limit {
		return fmt.Errorf("%s: %w", c.Name, errFull)
	}
	c.Count += n
	return nil
}

func Map[T, U any](items []T, change func(T) U) []U {
	result := make([]U, 0, len(items))
	for _, item := range items {
		result = append(result, change(item))
	}
	return result
}

func main() {
	counter := &Counter{Name: "all", Count: 0}
	defer fmt.Println("done ]")
	steps := make(chan int, 2)
	go func() {
		for i := 0; i < limit; i++ {
			steps <- i
		}
		close(steps)
	}()
	for step := range steps {
		var adder Adder = counter
		switch err := adder.Add(step); {
		case errors.Is(err, errFull):
			fmt.Fprintln(os.Stderr, err, '\n')
		default:
			/* nothing went wrong */
		}
	}
	fmt.Println(strings.Join(Map([]int{1, 2}, func(i int) string { return fmt.Sprint(i) }), `{`))
}
