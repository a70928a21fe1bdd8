// A list of tasks to tick off.
import { useMemo, useState, type ReactNode } from "react";

interface Task {
  readonly id: number;
  readonly title: string;
  done?: boolean;
}

type Props = { tasks: readonly Task[]; onChange?: (task: Task) => void; children?: ReactNode };

const Row = ({ task, onClick }: { task: Task; onClick: () => void }) => (
  <li className={task.done ? "done" : "open"} onClick={onClick}>
    {task.title} <em>({task.id})</em>
  </li>
);

export function TaskList({ tasks, onChange, children }: Props) {
  const [filter, setFilter] = useState<string>("");
  const shown = useMemo(() => tasks.filter((task) => task.title.includes(filter)), [tasks, filter]);

  const toggle = (task: Task): void => {
    if (onChange) {
      onChange({ ...task, done: !task.done });
    }
  };

  return (
    <section title="tasks (all">
      {/* Filters while one types. */}
      <input value={filter} placeholder="don't type ]" onChange={(event) => setFilter(event.target.value)} />
      {shown.length === 0 ? (
        <p>{'Nothing \'here\' {'}</p>
      ) : (
        <ul>
          {shown.map((task) => (
            <Row key={task.id} task={task} onClick={() => toggle(task)} />
          ))}
        </ul>
      )}
      <>{children}</>
    </section>
  );
}
