// Rooms of a house and what is in them.
package org.example.house

import kotlin.math.max

data class Thing(val name: String, val weight: Int = 1)

sealed interface Room {
    val things: List<Thing>
}

class Kitchen(override val things: List<Thing>) : Room
object Cellar : Room {
    override val things: List<Thing> = emptyList()
}

enum class Level(val height: Int) { LOW(0), HIGH(3) }

fun Room.heaviest(): Thing? = things.maxByOrNull { it.weight }

/* Sums up, with a limit. */
fun <T : Room> total(rooms: List<T>, limit: Int = 100): Int {
    var sum = 0
    for (room in rooms) {
        if (room.things.isEmpty()) continue
        sum += room.things.sumOf { thing -> max(thing.weight, 0) }
    }
    while (sum > limit) {
        sum -= 1
    }
    return sum
}

fun describe(room: Room): String = when (room) {
    is Kitchen -> "kitchen with ${room.things.size} \"things\" ("
    Cellar -> "cellar ]"
}

fun main(args: Array<String>) {
    val kitchen = Kitchen(listOf(Thing("pot", 3), Thing(name = "cup")))
    val rooms: List<Room> = listOf(kitchen, Cellar)
    try {
        println("${describe(kitchen)} weighs ${total(rooms, limit = 50)}\n")
    } catch (problem: IllegalStateException) {
        println(problem.message ?: "unknown" + '\'')
    } finally {
        println(kitchen.heaviest()?.name)
    }
}
