// Multiply and add in three steps; a stage may be left out.
module stage #(parameter WIDTH = 8, parameter REGISTERED = 1) (
  input clk, input [WIDTH-1:0] d, output [WIDTH-1:0] q
);
  generate
    if (REGISTERED) begin : with_register
      reg [WIDTH-1:0] held;
      always @(posedge clk) held <= d;
      assign q = held;
    end else begin : without
      assign q = d;
    end
  endgenerate
endmodule

module mac (input clk, input signed [7:0] a, b, input signed [15:0] c, output signed [16:0] y);
  wire signed [7:0] a1, b1;
  wire signed [15:0] c1, product, product2, c2;
  wire signed [16:0] sum = product2 + c2;
  stage #(8) s0 (clk, a, a1);
  stage #(8) s1 (clk, b, b1);
  stage #(16, 1) s2 (.clk(clk), .d(c), .q(c1));
  assign product = a1 * b1;
  stage #(.WIDTH(16)) s3 (.clk(clk), .d(product), .q(product2)), s4 (.clk(clk), .d(c1), .q(c2));
  stage #(.WIDTH(17), .REGISTERED(0)) s5 (.clk(clk), .d(sum), .q(y));
endmodule
