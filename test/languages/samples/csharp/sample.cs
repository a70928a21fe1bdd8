// A small library that lends books.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Lending
{
    public enum State { Free, Lent }

    public record Book(string Title, int Year);

    public interface IShelf
    {
        IEnumerable<Book> Books { get; }
        bool Lend(string title, out Book book);
    }

    [Serializable]
    public class Shelf : IShelf
    {
        private readonly Dictionary<string, (Book Book, State State)> _books = new();

        public event Action<Book> Lent;

        public int Count { get; private set; } = 0;

        public IEnumerable<Book> Books => _books.Values.Select(each => each.Book);

        public Shelf(params Book[] books)
        {
            foreach (var book in books)
            {
                _books[book.Title] = (book, State.Free);
                Count++;
            }
        }

        public bool Lend(string title, out Book book)
        {
            book = null;
            if (!_books.TryGetValue(title, out var found) || found.State == State.Lent) return false;
            _books[title] = (book = found.Book, State.Lent);
            Lent?.Invoke(book);
            return true;
        }

        public static void Main(string[] args)
        {
            var shelf = new Shelf(new Book("A \"(quoted\" title", 1999), new Book(@"C:\[path", 2001));
            shelf.Lent += book => Console.WriteLine($"lent: {book.Title}\n");
            try
            {
                for (int i = 0; i < args.Length; i++) shelf.Lend(args[i], out _);
            }
            catch (InvalidOperationException problem) when (problem.Message != null)
            {
                Console.Error.WriteLine(problem.Message + '\''); /* rare */
            }
        }
    }
}
