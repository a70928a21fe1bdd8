# Points, and the way between them.
module Ways

using LinearAlgebra
import Base: show, +

export Point, distance

"""
A point with a "name" (of any kind.
"""
struct Point{T<:Real}
    x::T
    y::T
    name::String
end

abstract type Way end

mutable struct Path <: Way
    points::Vector{Point}
    closed::Bool
end

+(a::Point, b::Point) = Point(a.x + b.x, a.y + b.y, "$(a.name)+$(b.name)")

function distance(a::Point, b::Point; scale=1.0)::Float64
    return scale * sqrt((a.x - b.x)^2 + (a.y - b.y)^2)
end

#= All the steps
   of a path. =#
function total(path::Path, limits::Float64...)
    sum = 0.0
    for i in 1:length(path.points) - 1
        step = distance(path.points[i], path.points[i + 1]; scale=2)
        if step < 0
            error("a \"step\" is negative ]")
        elseif isempty(limits) || step <= limits[1]
            sum += step
        else
            continue
        end
    end
    while sum > 1000
        sum /= 10
    end
    return sum
end

const origin = Point(0, 0, "origin\n")
squares = [n^2 for n in 1:5 if iseven(n)]
table = Dict(:a => 1, "b{" => 2)

try
    println(total(Path([origin, Point(3, 4, "p")], false)), 'c')
    foreach(x -> println(x), map(n -> n + 1, squares))
catch problem
    println(stderr, problem)
finally
    @show table
end

end
