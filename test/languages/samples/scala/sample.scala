// Expressions and their values.
package org.example.expressions

import scala.collection.mutable
import scala.util.{Failure, Success, Try}

sealed trait Expression
case class Number(value: Int) extends Expression
case class Sum(left: Expression, right: Expression) extends Expression
case object Nothing extends Expression

class Machine(val name: String, limit: Int = 10) {
  private val seen = mutable.Map.empty[String, Int]

  def run(expression: Expression): Int = expression match {
    case Number(value) if value > limit => throw new IllegalArgumentException(s"$value is too \"big\" (")
    case Number(value) => value
    case Sum(left, right) => run(left) + run(right)
    case Nothing => 0
  }

  def note(word: String, times: Int*): Unit = {
    for (time <- times; if time > 0) {
      seen(word) = seen.getOrElse(word, 0) + time
    }
  }

  def apply[T](items: List[T])(change: T => Int): List[Int] = items.map(change).filter(_ > 0)
}

object Main {
  implicit val limit: Int = 5

  def main(args: Array[String]): Unit = {
    val machine = new Machine("first")
    var rounds = 0
    while (rounds < 2) {
      rounds += 1 /* twice */
      machine.note("round ]", 1, 2)
    }
    Try(machine.run(Sum(Number(1), Sum(Number(2), Nothing)))) match {
      case Success(value) => println(s"value: ${value + 1}\n")
      case Failure(problem) => println(problem.getMessage + '\'')
    }
    val squares = for (i <- 1 to 3) yield i * i
    println(if (squares.sum > 3) "many" else """few "of" {them""")
  }
}
