/* table: reads rows of comma-separated values and prints them as aligned columns, with a line of totals. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { KIND_EMPTY, KIND_NUMBER, KIND_DATE, KIND_TEXT };

enum align { ALIGN_LEFT, ALIGN_RIGHT, ALIGN_CENTRE };

struct cell {
  enum kind kind;
  char *text;
  size_t length;
};

struct row {
  struct cell *cells;
  size_t count;
  size_t room;
};

struct table {
  struct row *rows;
  size_t count;
  size_t room;
  size_t widest;
};

struct column {
  enum kind kind;
  enum align align;
  size_t width;
  double total;
  size_t numbers;
};

static void *grow(void *old, size_t count, size_t *room, size_t size) {
  if (count < *room) return old;
  *room = *room == 0 ? 8 : *room * 2;
  void *grown = realloc(old, *room * size);
  if (grown == NULL) {
    fputs("table: out of memory\n", stderr);
    exit(1);
  }
  return grown;
}

static int is_number(const char *text, size_t length) {
  size_t i = 0;
  size_t digits = 0;
  int point = 0;
  if (i < length && (text[i] == '-' || text[i] == '+')) i++;
  for (; i < length; i++) {
    if (isdigit((unsigned char)text[i]))
      digits++;
    else if (text[i] == '.' && !point)
      point = 1;
    else
      return 0;
  }
  return digits > 0;
}

static int is_date(const char *text, size_t length) {
  static const char shape[] = "dddd-dd-dd";
  if (length != sizeof shape - 1) return 0;
  for (size_t i = 0; i < length; i++) {
    if (shape[i] == 'd' && !isdigit((unsigned char)text[i])) return 0;
    if (shape[i] == '-' && text[i] != '-') return 0;
  }
  return 1;
}

static enum kind kind_of(const char *text, size_t length) {
  if (length == 0) return KIND_EMPTY;
  if (is_number(text, length)) return KIND_NUMBER;
  if (is_date(text, length)) return KIND_DATE;
  return KIND_TEXT;
}

static void add_cell(struct row *row, const char *text, size_t length) {
  row->cells = grow(row->cells, row->count, &row->room, sizeof *row->cells);
  struct cell *cell = &row->cells[row->count++];
  cell->text = malloc(length + 1);
  if (cell->text == NULL) exit(1);
  memcpy(cell->text, text, length);
  cell->text[length] = 0;
  cell->length = length;
  cell->kind = kind_of(text, length);
}

static struct row *add_row(struct table *table) {
  table->rows = grow(table->rows, table->count, &table->room, sizeof *table->rows);
  struct row *row = &table->rows[table->count++];
  memset(row, 0, sizeof *row);
  return row;
}

/* Quoted cells may hold commas; a doubled quote is one quote. */
static void read_row(struct row *row, const char *line) {
  char buffer[4096];
  size_t length = 0;
  int quoted = 0;
  for (const char *at = line;; at++) {
    if (quoted && *at == '"' && at[1] == '"') {
      if (length < sizeof buffer) buffer[length++] = '"';
      at++;
    } else if (*at == '"') {
      quoted = !quoted;
    } else if (*at == 0 || *at == '\n' || (*at == ',' && !quoted)) {
      add_cell(row, buffer, length);
      length = 0;
      if (*at != ',') return;
    } else if (length < sizeof buffer) {
      buffer[length++] = *at;
    }
  }
}

static void read_table(struct table *table, FILE *file) {
  char line[8192];
  while (fgets(line, sizeof line, file) != NULL) {
    if (line[0] == '\n' || line[0] == '#') continue;
    struct row *row = add_row(table);
    read_row(row, line);
    if (row->count > table->widest) table->widest = row->count;
  }
}

static enum kind join_kinds(enum kind one, enum kind other) {
  if (one == KIND_EMPTY) return other;
  if (other == KIND_EMPTY || one == other) return one;
  return KIND_TEXT;
}

static enum align align_of(enum kind kind) {
  enum align align;
  switch (kind) {
    case KIND_NUMBER:
      align = ALIGN_RIGHT;
      break;
    case KIND_DATE:
      align = ALIGN_CENTRE;
      break;
    case KIND_TEXT:
      align = ALIGN_LEFT;
      break;
    case KIND_EMPTY:
      break;
  }
  return align;
}

static void measure(const struct table *table, struct column *columns) {
  for (size_t r = 0; r < table->count; r++) {
    const struct row *row = &table->rows[r];
    for (size_t c = 0; c < row->count; c++) {
      const struct cell *cell = &row->cells[c];
      struct column *column = &columns[c];
      if (cell->length > column->width) column->width = cell->length;
      if (r > 0) column->kind = join_kinds(column->kind, cell->kind);
      if (cell->kind == KIND_NUMBER) {
        column->total += atof(cell->text);
        column->numbers++;
      }
    }
  }
  for (size_t c = 0; c < table->widest; c++) columns[c].align = align_of(columns[c].kind);
}

static void spaces(size_t count) {
  while (count-- > 0) putchar(' ');
}

static void print_cell(const char *text, const struct column *column) {
  size_t length = strlen(text);
  size_t free_space = column->width > length ? column->width - length : 0;
  size_t before = 0;
  if (column->align == ALIGN_RIGHT) before = free_space;
  if (column->align == ALIGN_CENTRE) before = free_space / 2;
  spaces(before);
  fputs(text, stdout);
  spaces(free_space - before);
}

static void print_rule(const struct table *table, const struct column *columns) {
  for (size_t c = 0; c < table->widest; c++) {
    if (c > 0) fputs("-+-", stdout);
    for (size_t i = 0; i < columns[c].width; i++) putchar('-');
  }
  putchar('\n');
}

static void print_row(const struct table *table, const struct column *columns, const struct row *row) {
  for (size_t c = 0; c < table->widest; c++) {
    if (c > 0) fputs(" | ", stdout);
    print_cell(c < row->count ? row->cells[c].text : "", &columns[c]);
  }
  putchar('\n');
}

static void print_totals(const struct table *table, const struct column *columns) {
  char text[64];
  for (size_t c = 0; c < table->widest; c++) {
    const struct column *column = &columns[c];
    text[0] = 0;
    if (column->kind == KIND_NUMBER && column->numbers > 0) snprintf(text, sizeof text, "%.2f", column->total);
    if (c > 0) fputs(" | ", stdout);
    print_cell(text, column);
  }
  putchar('\n');
}

static void release(struct table *table) {
  for (size_t r = 0; r < table->count; r++) {
    for (size_t c = 0; c < table->rows[r].count; c++) free(table->rows[r].cells[c].text);
    free(table->rows[r].cells);
  }
  free(table->rows);
}

int main(int count, char **arguments) {
  struct table table = {0};
  FILE *file = count > 1 ? fopen(arguments[1], "r") : stdin;
  if (file == NULL) {
    perror(arguments[1]);
    return 1;
  }
  read_table(&table, file);
  struct column *columns = calloc(table.widest + 1, sizeof *columns);
  if (columns == NULL) return 1;
  measure(&table, columns);
  for (size_t r = 0; r < table.count; r++) {
    print_row(&table, columns, &table.rows[r]);
    if (r == 0) print_rule(&table, columns);
  }
  print_rule(&table, columns);
  print_totals(&table, columns);
  free(columns);
  release(&table);
  if (file != stdin) fclose(file);
  return 0;
}
