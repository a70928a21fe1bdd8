// Lights of a crossing, with a button for people on foot.
module timer (clk, rst, load, value, done);
  input clk, rst, load;
  input [4:0] value;
  output done;
  reg [4:0] left;
  assign done = left == 5'd0;
  always @(posedge clk)
    if (rst) left <= 5'd0;
    else if (load) left <= value;
    else if (!done) left <= left - 5'd1;
endmodule

module traffic (clk, rst, button, red, yellow, green, walk);
  input clk, rst, button;
  output red, yellow, green, walk;
  localparam [1:0] GO = 2'b00, SLOW = 2'b01, HALT = 2'b10, WALK = 2'b11;
  reg [1:0] state, next;
  reg asked;
  wire done;
  reg [4:0] length;

  timer t (clk, rst, state != next, length, done);

  always @(state or done or asked) begin
    next = state;
    if (done)
      casez ({state, asked})
        {GO, 1'b?}: next = SLOW;
        {SLOW, 1'b?}: next = HALT;
        {HALT, 1'b1}: next = WALK;
        default: next = GO;
      endcase
  end

  always @* begin
    length = 5'd20;
    if (next == SLOW) length = 5'd3;
    if (next == HALT || next == WALK) length = 5'd10;
  end

  always @(posedge clk) begin
    state <= rst ? GO : next;
    asked <= (asked | button) & ~(state == WALK) & ~rst;
  end

  assign {red, yellow, green} = {state[1], state == SLOW, state == GO};
  assign walk = state == WALK;
endmodule
