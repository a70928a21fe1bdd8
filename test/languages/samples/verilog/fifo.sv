// A queue between two clocks of one frequency.
package types;
  typedef enum logic [1:0] { IDLE, FILLING = 2, FULL } state_t;
  typedef struct packed {
    logic [7:0] data;
    logic last;
  } word_t;
endpackage

interface stream (input logic clk);
  logic valid, ready;
  modport source (output valid, input ready);
endinterface

module fifo import types::*; #(
  parameter int DEPTH = 4,
  localparam int BITS = $clog2(DEPTH)
) (
  input logic clk,
  input word_t push,
  input logic put, get,
  output word_t pop,
  output state_t state
);
  word_t memory [DEPTH];
  logic [BITS-1:0] head, tail;
  logic [BITS:0] used;

  always_comb begin
    state = IDLE;
    if (used != 0) state = FILLING;
    unique case (used)
      DEPTH: state = FULL;
      default: ;
    endcase
  end

  always_ff @(posedge clk) begin
    if (put && state != FULL) begin
      memory[head] <= push;
      head <= head + 1'b1;
    end
    if (get) tail <= tail + 1'b1;
    used <= used + put - get;
  end

  assign pop = memory[tail];

  for (genvar i = 0; i < DEPTH; i++) begin : checks
    if (i == 0) begin
      initial assert (DEPTH > 1) else $error("too small: %0d", DEPTH);
    end
  end
endmodule
