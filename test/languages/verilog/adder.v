// A ripple adder out of full adders, and those out of gates.
module full_adder (a, b, cin, sum, cout);
  input a, b, cin;
  output sum, cout;
  wire half, both, carried;
  xor g0 (half, a, b);
  xor g1 (sum, half, cin);
  and (both, a, b), (carried, half, cin);
  or #(1) g2 (cout, both, carried);
endmodule

module ripple #(parameter N = 8) (input [N-1:0] a, b, input cin, output [N-1:0] sum, output cout);
  wire [N:0] carry;
  assign carry[0] = cin;
  assign cout = carry[N];
  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : stage
      full_adder fa (a[i], b[i], carry[i], sum[i], carry[i + 1]);
    end
  endgenerate
endmodule
