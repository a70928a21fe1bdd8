`timescale 1ns / 1ps
// A counter and what drives it.
module counter (input clk, input reset, input up, output reg [3:0] value);
  always @(posedge clk)
    if (reset) value <= 4'd0;
    else value <= up ? value + 4'd1 : value - 4'd1;
endmodule

module testbench;
  reg clk = 0, reset = 1, up = 1;
  wire [3:0] value;
  integer errors;

  counter dut (.clk(clk), .reset(reset), .up(up), .value(value));

  always #5 clk = ~clk;

  task expect_value;
    input [3:0] wanted;
    begin
      @(negedge clk);
      if (value !== wanted) begin
        errors = errors + 1;
        $display("%0t: %d instead of %d", $time, value, wanted);
      end
    end
  endtask

  initial begin
    errors = 0;
    repeat (2) @(posedge clk);
    #1 reset = 0;
    expect_value(4'd1);
    expect_value(4'd2);
    up = 0;
    expect_value(4'd1);
    if (errors == 0) $display("passed");
    $finish;
  end
endmodule
