// Eight operations on two words, with flags.
module alu #(parameter WIDTH = 16) (
  input [2:0] op,
  input [WIDTH-1:0] a, b,
  output reg [WIDTH-1:0] y,
  output zero, output reg carry
);
  localparam ADD = 3'd0, SUB = 3'd1, AND = 3'd2, OR = 3'd3, XOR = 3'd4, SHL = 3'd5, SHR = 3'd6;

  always @* begin
    carry = 1'b0;
    case (op)
      ADD: {carry, y} = a + b;
      SUB: {carry, y} = a - b;
      AND: y = a & b;
      OR: y = a | b;
      XOR: y = a ^ b;
      SHL: y = a << b[3:0];
      SHR: y = $signed(a) >>> b[3:0];
      default: y = {WIDTH{1'b0}};
    endcase
  end

  assign zero = ~|y;
endmodule
