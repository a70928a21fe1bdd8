// Gives the bus to one of several in turn.
module arbiter #(parameter int N = 4) (
  input logic clk, rst_n,
  input logic [N-1:0] request,
  output logic [N-1:0] grant
);
  typedef enum logic [1:0] { FREE, TAKEN, WAITING } state_t;
  state_t state, next;
  logic [$clog2(N)-1:0] last;

  function automatic [N-1:0] lowest(input [N-1:0] word);
    lowest = word & (~word + 1'b1);
  endfunction

  always_comb begin
    next = state;
    unique case (state)
      FREE: if (|request) next = TAKEN;
      TAKEN: if (~|(request & grant)) next = WAITING;
      WAITING: next = FREE;
      default: next = FREE;
    endcase
  end

  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      state <= FREE;
      grant <= '0;
      last <= '0;
    end else begin
      state <= next;
      if (state == FREE) grant <= lowest(request);
      else if (next == WAITING) grant <= '0;
      last <= last + 1'b1;
    end
endmodule
