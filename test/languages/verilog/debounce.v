`default_nettype none
// Waits until a switch has been quiet for a while.
module debounce #(parameter QUIET = 20) (
  input wire clk,
  input wire noisy,
  output reg clean
);
  reg [1:0] sync;
  reg [$clog2(QUIET + 1)-1:0] count;

  always @(posedge clk) begin
    sync <= {sync[0], noisy};
    if (sync[1] == clean)
      count <= 0;
    else if (count == QUIET) begin
      clean <= sync[1];
      count <= 0;
    end else
      count <= count + 1;
  end
endmodule

module buttons (input wire clk, input wire [3:0] raw, output wire [3:0] pressed);
  debounce #(.QUIET(5)) b0 (.clk(clk), .noisy(raw[0]), .clean(pressed[0]));
  debounce b1 (.clk(clk), .noisy(raw[1]), .clean(pressed[1]));
  debounce b2 (clk, raw[2], pressed[2]);
  debounce b3 (clk, raw[3], pressed[3]);
endmodule
`default_nettype wire
