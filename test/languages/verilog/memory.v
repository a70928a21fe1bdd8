// Memory with one port to write and two to read, one of them through a register.
module memory #(
  parameter ADDRESS = 6,
  parameter DATA = 32
) (
  input clk,
  input write,
  input [ADDRESS-1:0] wa, ra, rb,
  input [DATA-1:0] wd,
  input [DATA/8-1:0] enable,
  output [DATA-1:0] qa,
  output reg [DATA-1:0] qb
);
  reg [DATA-1:0] cells [0:(1<<ADDRESS)-1];
  integer k;

  initial begin
    for (k = 0; k < (1 << ADDRESS); k = k + 1)
      cells[k] = {DATA{1'b0}};
  end

  always @(posedge clk) begin
    if (write)
      for (k = 0; k < DATA / 8; k = k + 1)
        if (enable[k]) cells[wa][8 * k +: 8] <= wd[8 * k +: 8];
    qb <= cells[rb];
  end

  assign qa = cells[ra];
endmodule
