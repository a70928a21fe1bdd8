// A counter and a shift register behind one switch.
`timescale 1ns / 1ps
`define WIDTH 8

module counter (clk, rst, step, count);
  parameter LIMIT = 200;
  input clk, rst;
  input [3:0] step;
  output [`WIDTH-1:0] count;
  reg [`WIDTH-1:0] count;

  always @(posedge clk or posedge rst)
    if (rst) count <= 0;
    else if (count > LIMIT) count <= 8'h00;
    else count <= count + step;
endmodule

/* The most significant bit goes first. */
module shifter #(parameter N = 8, parameter FILL = 1'b0) (
  input clk,
  input load,
  input signed [N-1:0] data,
  output reg out
);
  reg [N-1:0] bits;
  integer i;

  function parity;
    input [N-1:0] word;
    parity = ^word;
  endfunction

  always @(posedge clk) begin : shifting
    if (load) begin
      bits <= data;
    end else begin
      for (i = N - 1; i > 0; i = i - 1) bits[i] <= bits[i - 1];
      bits[0] <= FILL;
    end
    case (bits[1:0])
      2'b00, 2'b11: out <= parity(bits);
      2'b01: out <= ~out;
      default: out <= load ? 1'b1 : {data[0], 1'b0} >> 1;
    endcase
  end
endmodule

(* keep *)
module top (input clk, rst, select, output [7:0] y);
  wire [7:0] count;
  wire bit_out;
  wire done = &count;
  counter #(.LIMIT(100)) u0 (.clk(clk), .rst(rst), .step({2{done, select}}), .count(count));
  shifter #(8) u1 (clk, select, count, bit_out);
  assign y = select ? count : {8{bit_out}};
`ifdef SIMULATION
  initial begin
    $display("started %d", y);
    #10 $finish;
  end
`endif
endmodule
