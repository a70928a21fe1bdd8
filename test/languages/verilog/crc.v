// A cyclic check over bytes, the polynomial as a parameter.
module crc #(parameter [15:0] POLYNOMIAL = 16'h1021, parameter [15:0] FIRST = 16'hffff) (
  input clk, clear, valid,
  input [7:0] data,
  output [15:0] value
);
  reg [15:0] state;

  function [15:0] step;
    input [15:0] old;
    input [7:0] word;
    integer i;
    reg [15:0] now;
    begin
      now = old ^ {word, 8'h00};
      for (i = 0; i < 8; i = i + 1)
        now = now[15] ? (now << 1) ^ POLYNOMIAL : now << 1;
      step = now;
    end
  endfunction

  always @(posedge clk)
    if (clear) state <= FIRST;
    else if (valid) state <= step(state, data);

  assign value = state;
endmodule
