`timescale 1ns / 1ps
`define IDLE 2'd0
`define START 2'd1
`define DATA 2'd2
`define STOP 2'd3

/* Sends bytes, eight bits and no parity. */
module uart_tx (clk, rst, data, send, tx, busy);
  parameter DIVIDER = 868;
  input clk, rst, send;
  input [7:0] data;
  output tx, busy;
  reg tx;
  reg [1:0] state;
  reg [2:0] index;
  reg [7:0] held;
  reg [15:0] ticks;
  wire tick = (ticks == DIVIDER - 1);

  assign busy = state != `IDLE;

  always @(posedge clk or posedge rst) begin
    if (rst) begin
      state <= `IDLE;
      ticks <= 0;
      tx <= 1'b1;
    end else begin
      ticks <= tick ? 16'd0 : ticks + 16'd1;
      case (state)
        `IDLE: if (send) begin
          held <= data;
          state <= `START;
          ticks <= 0;
        end
        `START: begin
          tx <= 1'b0;
          index <= 0;
          if (tick) state <= `DATA;
        end
        `DATA: begin
          tx <= held[index];
          if (tick) begin
            index <= index + 1;
            if (&index) state <= `STOP;
          end
        end
        `STOP: begin
          tx <= 1'b1;
          if (tick) state <= `IDLE;
        end
      endcase
    end
  end
endmodule
