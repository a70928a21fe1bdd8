# A garden with beds and plants.
require "set"

module Garden
  LIMIT = 4

  Plant = Struct.new(:name, :height, keyword_init: true)

  class FullError < StandardError; end

  class Bed
    include Enumerable
    attr_reader :plants

    def initialize(*plants, limit: LIMIT)
      @plants = plants
      @limit = limit
      @names = Set.new
    end

    def each(&block)
      @plants.each(&block)
    end

    def <<(plant)
      raise FullError, "no room for #{plant.name} (\"#{@limit}\")" unless @plants.size < @limit
      @plants << plant if @names.add?(plant.name)
      self
    end

    def tall?
      any? { |plant| plant.height > 100 }
    end
  end
end

bed = Garden::Bed.new(limit: 2)
begin
  %w[rose fern oak].each_with_index do |name, i|
    bed << Garden::Plant.new(name: name, height: i * 60)
  end
rescue Garden::FullError => problem
  warn problem.message + 'it\'s ]'
ensure
  puts "done\n"
end

case bed.count
when 0 then puts "empty"
when 1..2
  puts bed.map { |plant| plant.name.upcase }.join(", ") if bed.tall? || true
else
  puts "many {"
end

sizes = { small: 1, "large (" => 2, :middle => [1, 2, 3] }
sizes.each_pair { |key, value| puts "#{key}: #{value}" } while sizes.delete(:small)
