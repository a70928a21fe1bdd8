module unit_0 (clk, rst, sel_0, req_1, mode_2, q);
  input clk;
  input rst;
  input [3:0] sel_0;
  input [7:0] req_1;
  input [3:0] mode_2;
  output [7:0] q;
  parameter WIDTH = 4;
  localparam DEPTH = WIDTH * 2;
  wire [DEPTH-1:0] stage_0;
  assign stage_0 = (((rst == req_1) ^ (rst == rst)) * (^(clk - 8'h0)));
  wire [7:0] stage_1;
  assign stage_1 = ({req_1, mode_2} >> (^(^mode_2)));
  wire [7:0] stage_2;
  assign stage_2 = ((~(req_1 - stage_0)) | {req_1, mode_2});
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (req_1)
        2'd0: acc_0 <= (~(^stage_0));
        2'd1: begin
          acc_0 <= ({sel_0, stage_0} ^ (1'h1 & stage_2));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (req_1)
        2'd0: acc_1 <= ((~4'h0) + {stage_1, stage_1});
        2'd1: begin
          acc_1 <= ((clk | 4'h1) ^ (4'h0 ? acc_0 : req_1));
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  assign q = ((4'h1 & 4'h1) | (^acc_1));
endmodule

module unit_1 (clk, rst, req_0, req_1, q);
  input clk;
  input rst;
  input req_0;
  input [3:0] req_1;
  output [7:0] q;
  parameter WIDTH = 16;
  localparam DEPTH = WIDTH * 2;
  wire [7:0] stage_0;
  assign stage_0 = (^({req_1, req_0} ? {req_0, clk} : (^4'h0)));
  wire [7:0] stage_1;
  assign stage_1 = (((~req_0) ^ {req_1, clk}) ^ ((4'h1 & req_0) - (~req_0)));
  wire [DEPTH-1:0] stage_2;
  assign stage_2 = {req_0, req_1};
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (clk)
        2'd0: acc_0 <= ((rst >> 1'h1) - (^clk));
        2'd1: begin
          acc_0 <= ((~8'h0) | (stage_1 >> stage_0));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (req_1)
        2'd0: acc_1 <= {req_1, rst};
        2'd1: begin
          acc_1 <= ((req_0 ? 4'h0 : 4'h0) | {stage_0, acc_0});
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  wire [7:0] link_0;
  unit_0 #(.WIDTH(8)) u_0 (
    .clk(clk),
    .rst(rst),
    .sel_0(1'b1),
    .req_1(req_0),
    .mode_2(1'b1),
    .q(link_0)
  );
  assign q = ((acc_1 ? 4'h0 : acc_0) * {acc_1, stage_2});
endmodule

module unit_2 (clk, rst, req_0, sel_1, q);
  input clk;
  input rst;
  input req_0;
  input sel_1;
  output [7:0] q;
  parameter WIDTH = 4;
  localparam DEPTH = WIDTH * 2;
  wire [WIDTH-1:0] stage_0;
  assign stage_0 = (((8'h0 | clk) | (req_0 - sel_1)) ? ((req_0 * clk) & (clk ? req_0 : 1'h0)) : ((^req_0) == (sel_1 ? req_0 : 1'h0)));
  wire [WIDTH-1:0] stage_1;
  assign stage_1 = (((clk * 8'h1) & (req_0 | stage_0)) & (~{rst, req_0}));
  wire [7:0] stage_2;
  assign stage_2 = (((4'h0 ^ req_0) | (^clk)) ^ (^(sel_1 * 4'h1)));
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (sel_1)
        2'd0: acc_0 <= ((req_0 ? clk : 1'h1) - (4'h1 + clk));
        2'd1: begin
          acc_0 <= (^(8'h0 * clk));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (sel_1)
        2'd0: acc_1 <= ((1'h0 ? stage_2 : clk) & (rst >> stage_0));
        2'd1: begin
          acc_1 <= {rst, clk};
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  wire [7:0] link_0;
  unit_0 #(.WIDTH(4)) u_0 (
    .clk(clk),
    .rst(rst),
    .sel_0(req_0),
    .req_1(1'b0),
    .mode_2(req_0),
    .q(link_0)
  );
  wire [7:0] link_1;
  unit_1 #(.WIDTH(8)) u_1 (
    .clk(clk),
    .rst(rst),
    .req_0(req_0),
    .req_1(1'b0),
    .q(link_1)
  );
  assign q = ((link_0 ? 4'h1 : acc_0) & (^4'h0));
endmodule

module unit_3 (clk, rst, mode_0, req_1, req_2, q);
  input clk;
  input rst;
  input [7:0] mode_0;
  input req_1;
  input req_2;
  output [7:0] q;
  parameter WIDTH = 8;
  localparam DEPTH = WIDTH * 2;
  wire [DEPTH-1:0] stage_0;
  assign stage_0 = (((^1'h0) + (8'h1 == rst)) == ({rst, rst} ^ (~8'h1)));
  wire [DEPTH-1:0] stage_1;
  assign stage_1 = (^{rst, mode_0});
  wire [WIDTH-1:0] stage_2;
  assign stage_2 = {req_1, stage_1};
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (req_1)
        2'd0: acc_0 <= ((req_1 & mode_0) ? (^4'h0) : (clk == rst));
        2'd1: begin
          acc_0 <= (^(req_1 - rst));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (rst)
        2'd0: acc_1 <= {req_1, req_1};
        2'd1: begin
          acc_1 <= {mode_0, mode_0};
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  wire [7:0] link_0;
  unit_2 #(.WIDTH(8)) u_0 (
    .clk(clk),
    .rst(rst),
    .req_0(1'b0),
    .sel_1(1'b0),
    .q(link_0)
  );
  wire [7:0] link_1;
  unit_0 #(.WIDTH(8)) u_1 (
    .clk(clk),
    .rst(rst),
    .sel_0(1'b0),
    .req_1(1'b1),
    .mode_2(1'b0),
    .q(link_1)
  );
  assign q = ({link_1, stage_2} + (~link_0));
endmodule

module unit_4 (clk, rst, data_0, data_1, sel_2, sel_3, q);
  input clk;
  input rst;
  input [3:0] data_0;
  input [7:0] data_1;
  input sel_2;
  input [7:0] sel_3;
  output [7:0] q;
  parameter WIDTH = 16;
  localparam DEPTH = WIDTH * 2;
  wire [7:0] stage_0;
  assign stage_0 = (^((sel_2 >> 4'h0) == (~data_0)));
  wire [WIDTH-1:0] stage_1;
  assign stage_1 = (^((4'h0 == sel_3) & (~4'h1)));
  wire [WIDTH-1:0] stage_2;
  assign stage_2 = (~((clk == 8'h0) >> (stage_1 + data_0)));
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (data_0)
        2'd0: acc_0 <= (^{data_0, stage_1});
        2'd1: begin
          acc_0 <= ({data_0, rst} == (8'h1 & sel_2));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (data_1)
        2'd0: acc_1 <= ((stage_2 & stage_2) & (~4'h0));
        2'd1: begin
          acc_1 <= (~(1'h0 == rst));
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  wire [7:0] link_0;
  unit_0 #(.WIDTH(4)) u_0 (
    .clk(clk),
    .rst(rst),
    .sel_0(1'b0),
    .req_1(data_0),
    .mode_2(1'b0),
    .q(link_0)
  );
  wire [7:0] link_1;
  unit_2 #(.WIDTH(8)) u_1 (
    .clk(clk),
    .rst(rst),
    .req_0(data_0),
    .sel_1(data_0),
    .q(link_1)
  );
  assign q = ((^8'h0) ^ (stage_2 & 1'h1));
endmodule

module unit_5 (clk, rst, sel_0, req_1, req_2, sel_3, mode_4, q);
  input clk;
  input rst;
  input [7:0] sel_0;
  input [7:0] req_1;
  input [3:0] req_2;
  input sel_3;
  input [3:0] mode_4;
  output [7:0] q;
  parameter WIDTH = 8;
  localparam DEPTH = WIDTH * 2;
  wire [DEPTH-1:0] stage_0;
  assign stage_0 = {mode_4, sel_3};
  wire [7:0] stage_1;
  assign stage_1 = (((req_1 | stage_0) ? (req_1 ? stage_0 : req_2) : (rst ^ 1'h1)) ^ ((clk & sel_3) ? (clk >> sel_3) : (1'h1 ? req_1 : rst)));
  wire [WIDTH-1:0] stage_2;
  assign stage_2 = (^((4'h1 ? rst : mode_4) - (stage_0 == mode_4)));
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (req_1)
        2'd0: acc_0 <= ((8'h1 == sel_3) | (~req_1));
        2'd1: begin
          acc_0 <= ((sel_3 ? stage_0 : sel_0) - (mode_4 ^ clk));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (rst)
        2'd0: acc_1 <= ((sel_0 + 4'h1) & (^clk));
        2'd1: begin
          acc_1 <= ((^stage_0) ? (1'h0 + req_1) : (rst & 8'h0));
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  wire [7:0] link_0;
  unit_2 #(.WIDTH(8)) u_0 (
    .clk(clk),
    .rst(rst),
    .req_0(1'b1),
    .sel_1(1'b1),
    .q(link_0)
  );
  wire [7:0] link_1;
  unit_4 #(.WIDTH(4)) u_1 (
    .clk(clk),
    .rst(rst),
    .data_0(sel_0),
    .data_1(1'b1),
    .sel_2(1'b0),
    .sel_3(1'b1),
    .q(link_1)
  );
  reg [WIDTH-1:0] hold, next;
  always @* begin
    next = (~(~sel_3));
    if (sel_0) begin
      hold = (^(clk + rst));
      for (i = 0; i < 4; i = i + 1) next[i] = hold[i] ^ rst;
    end else if (req_1 > 2) begin
      next = ((req_1 + req_2) & (4'h1 ? 4'h0 : mode_4));
    end
  end
  integer i;
  assign q = ((^link_1) ^ (~link_1));
endmodule

module unit_6 (clk, rst, req_0, sel_1, addr_2, sel_3, mode_4, q);
  input clk;
  input rst;
  input [3:0] req_0;
  input [3:0] sel_1;
  input [7:0] addr_2;
  input sel_3;
  input [7:0] mode_4;
  output [7:0] q;
  parameter WIDTH = 4;
  localparam DEPTH = WIDTH * 2;
  wire [7:0] stage_0;
  assign stage_0 = (((mode_4 == sel_3) == (^1'h0)) ? ((1'h0 & mode_4) * (1'h1 | 8'h1)) : (~(sel_1 * 1'h1)));
  wire [DEPTH-1:0] stage_1;
  assign stage_1 = {rst, stage_0};
  wire [WIDTH-1:0] stage_2;
  assign stage_2 = (((8'h0 ^ 1'h0) ? {sel_1, sel_1} : (^sel_3)) ? ((rst == rst) ? (1'h0 & stage_0) : (^rst)) : ((~stage_0) == (stage_0 * rst)));
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (addr_2)
        2'd0: acc_0 <= ((rst == sel_1) | (8'h1 | 1'h0));
        2'd1: begin
          acc_0 <= ((~1'h1) ? (rst ? sel_3 : sel_1) : (8'h1 ? 8'h1 : sel_1));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (addr_2)
        2'd0: acc_1 <= (^(4'h1 == 1'h1));
        2'd1: begin
          acc_1 <= ((1'h0 & clk) >> (sel_1 == mode_4));
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  assign q = {stage_1, stage_0};
endmodule

module unit_7 (clk, rst, mode_0, mode_1, data_2, addr_3, q);
  input clk;
  input rst;
  input [3:0] mode_0;
  input [3:0] mode_1;
  input [3:0] data_2;
  input [3:0] addr_3;
  output [7:0] q;
  parameter WIDTH = 8;
  localparam DEPTH = WIDTH * 2;
  wire [WIDTH-1:0] stage_0;
  assign stage_0 = ({mode_1, addr_3} == (~(mode_1 | data_2)));
  wire [WIDTH-1:0] stage_1;
  assign stage_1 = (~{mode_0, clk});
  wire [7:0] stage_2;
  assign stage_2 = (~(~{mode_1, clk}));
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (clk)
        2'd0: acc_0 <= ((mode_0 + stage_1) & (~1'h1));
        2'd1: begin
          acc_0 <= ((stage_0 ? 1'h0 : data_2) - (data_2 == clk));
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (mode_1)
        2'd0: acc_1 <= ((8'h0 - 4'h1) ^ (mode_0 + clk));
        2'd1: begin
          acc_1 <= ((acc_0 == addr_3) == (rst >> stage_2));
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  assign q = {stage_2, acc_0};
endmodule

module unit_8 (clk, rst, req_0, sel_1, addr_2, q);
  input clk;
  input rst;
  input [7:0] req_0;
  input sel_1;
  input addr_2;
  output [7:0] q;
  parameter WIDTH = 8;
  localparam DEPTH = WIDTH * 2;
  wire [DEPTH-1:0] stage_0;
  assign stage_0 = ((^(4'h1 == addr_2)) ^ ((req_0 == clk) & (sel_1 - req_0)));
  wire [WIDTH-1:0] stage_1;
  assign stage_1 = (^(^(~rst)));
  wire [WIDTH-1:0] stage_2;
  assign stage_2 = (~(~(^clk)));
  reg [WIDTH-1:0] acc_0;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_0 <= 0;
    else begin
      case (rst)
        2'd0: acc_0 <= (^{stage_1, rst});
        2'd1: begin
          acc_0 <= ((8'h0 ? rst : 1'h0) == {rst, stage_1});
        end
        default: acc_0 <= acc_0 + 1;
      endcase
    end
  end
  reg [WIDTH-1:0] acc_1;
  always @(posedge clk or posedge rst) begin
    if (rst)
      acc_1 <= 0;
    else begin
      case (req_0)
        2'd0: acc_1 <= ((acc_0 == req_0) == (req_0 ? req_0 : stage_2));
        2'd1: begin
          acc_1 <= (^(clk - 1'h1));
        end
        default: acc_1 <= acc_1 + 1;
      endcase
    end
  end
  assign q = ((acc_0 * acc_0) - (stage_1 + stage_1));
endmodule

