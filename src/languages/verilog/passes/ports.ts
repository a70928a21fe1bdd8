/** Ports, each with its declarations, its uses in the module, and what is connected to it at every instance. */
import type { CoupledPass, Edit } from "../../pass.ts";
import {
  connectedPort,
  connectionsOf,
  designOf,
  type Design,
  type Instance,
  type Module,
  type Port,
} from "../design/design.ts";
import { outermost, portionsOf, withoutElements } from "../design/edits.ts";
import { withoutName } from "../design/uses.ts";

export const ports: CoupledPass = {
  kind: "coupled",
  name: "ports",
  about: "deletes ports with their declarations, uses and connections",
  changes({ tree }) {
    const design = designOf(tree);
    return design.modules.flatMap((module) =>
      portionsOf(module.ports).map((gone) => withoutPorts(design, module, gone)),
    );
  },
};

const withoutPorts = (design: Design, module: Module, gone: readonly Port[]): readonly Edit[] => {
  const { view } = design;
  const entries = new Set(gone.map(({ entry }) => entry));
  const inside = gone.flatMap(({ name }) => {
    const own = module.names.get(name);
    return own === undefined ? [] : withoutName(view, own);
  });
  const places = new Set(gone.map((port) => module.ports.indexOf(port)));
  const names = new Set(gone.map(({ name }) => name));
  const outside = design.instances
    .filter(({ type }) => type === module.name)
    .flatMap((instance) => disconnected(design, instance, { places, names }));
  const all = module.ports.map(({ entry }) => entry);
  return outermost([...withoutElements(view, all, entries), ...inside, ...outside]);
};

interface Gone {
  readonly places: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
}

/** By name, or by place. */
const disconnected = (design: Design, instance: Instance, { places, names }: Gone): readonly Edit[] => {
  const { view } = design;
  const connections = connectionsOf(design, instance);
  const gone = connections.filter((each, place) => {
    const port = connectedPort(design, each);
    return port === undefined ? places.has(place) : names.has(port);
  });
  return withoutElements(view, connections, new Set(gone));
};
