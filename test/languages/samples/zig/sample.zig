//! A ring of numbers with a fixed capacity.
const std = @import("std");

const Problem = error{ Full, Empty };

pub const Mode = enum { strict, loose };

const Value = union(enum) {
    number: i64,
    text: []const u8,
};

/// Holds up to `capacity` values.
fn Ring(comptime T: type, comptime capacity: usize) type {
    return struct {
        const Self = @This();
        items: [capacity]T = undefined,
        first: usize = 0,
        count: usize = 0,

        pub fn push(self: *Self, item: T) Problem!void {
            if (self.count == capacity) return Problem.Full;
            self.items[(self.first + self.count) % capacity] = item;
            self.count += 1;
        }

        pub fn pop(self: *Self) ?T {
            if (self.count == 0) {
                return null;
            }
            defer self.count -= 1;
            const item = self.items[self.first];
            self.first = (self.first + 1) % capacity;
            return item;
        }
    };
}

pub fn main() !void {
    var ring = Ring(Value, 4){};
    const mode: Mode = .loose;
    try ring.push(.{ .number = 0x2a });
    ring.push(.{ .text = "a \"quoted\" (text\n" }) catch |problem| {
        std.debug.print("{s}: {}\n", .{ "problem ]", problem });
    };
    while (ring.pop()) |value| {
        switch (value) {
            .number => |n| std.debug.print("{d}\n", .{n}),
            .text => |t| if (mode == .loose) std.debug.print("{s}{c}", .{ t, '\'' }),
        }
    }
    for ([_]u8{ 1, 2, 3 }) |n| {
        if (n > 2) break;
    }
}

test "a new ring is empty" {
    var ring = Ring(u8, 2){};
    try std.testing.expect(ring.pop() == null);
}
