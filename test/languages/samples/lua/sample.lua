-- A stack and a few functions on it.
local Stack = {}
Stack.__index = Stack

--[[ Makes a new stack,
     empty at first. ]]
function Stack.new(name, ...)
  local self = setmetatable({ name = name, items = { ... }, ["size ("] = 0 }, Stack)
  return self
end

function Stack:push(value)
  self.items[#self.items + 1] = value
  return self
end

function Stack:pop()
  if #self.items == 0 then
    error("the \"stack\" is empty ]")
  elseif #self.items > 100 then
    print("large")
  else
    return table.remove(self.items)
  end
end

local function map(list, change)
  local result = {}
  for i, value in ipairs(list) do
    result[i] = change(value, i)
  end
  return result
end

local stack = Stack.new("numbers", 1, 2, 3):push(4)
local squares = map(stack.items, function(value) return value ^ 2 end)

for i = #squares, 1, -1 do
  if squares[i] ~= 4 and not (squares[i] < 2) then
    print(string.format("%d: %s\n", i, squares[i]) .. 'it\'s {')
  end
end

local ok, problem = pcall(function() return Stack.new("none"):pop() end)
while not ok do
  print(problem, [[long "text" ( ]])
  ok = true
end

repeat
  local value = stack:pop()
until value == 1 or value == nil
