/** Captured packets: pcap (records behind a header) and pcapng (blocks with options). */
import { fixed, type NumberPlace } from "../number-forms.ts";
import { chunked, type Chunk, type ChunkFormat, type FoundChunk, type Span } from "./chunk.ts";

/** The magic numbers for times in micro- and in nanoseconds. */
const PCAP_MAGICS = [0xa1b2c3d4, 0xa1b23c4d];
const PCAP_HEAD = 24;
const isPcap = (bytes: Uint8Array, little: boolean): boolean => PCAP_MAGICS.includes(fixed(bytes, 0, 4, little).value);

const PCAP: ChunkFormat = {
  name: "pcap",
  unit: "packets",
  levels: 1,
  first: PCAP_HEAD,
  recognises: (bytes) => bytes.length >= PCAP_HEAD && [true, false].some((little) => isPcap(bytes, little)),
  chunkAt: (bytes, { start, end }) => {
    const little = isPcap(bytes, true);
    const captured = fixed(bytes, start + 8, 4, little);
    const original = fixed(bytes, start + 12, 4, little);
    const payload = { start: start + 16, end: start + 16 + captured.value };
    if (!(payload.end <= end)) return undefined;
    const places = original.value === captured.value ? [captured, original] : [captured];
    const sizes = places.map((place) => ({ place, of: payload }));
    return { tag: "", start, end: payload.end, payload, sizes };
  },
};

const BLOCK = { section: 0x0a0d0d0a, interface: 1, statistics: 5, packet: 6 };
/** Where options begin in a block. */
const OPTIONS: Readonly<Record<number, number>> = {
  [BLOCK.section]: 24,
  [BLOCK.interface]: 16,
  [BLOCK.statistics]: 20,
};
const BYTE_ORDER = 0x1a2b3c4d;
const PACKET_HEAD = 28;

const padded = (length: number): number => Math.ceil(length / 4) * 4;
const paddingOf = (length: number): number => padded(length) - length;
const isLittle = (bytes: Uint8Array): boolean => fixed(bytes, 8, 4, true).value === BYTE_ORDER;

const optionAt = (bytes: Uint8Array, { start, end }: Span): Chunk | undefined => {
  const length = fixed(bytes, start + 2, 2, isLittle(bytes));
  const payload = { start: start + 4, end: start + 4 + length.value };
  const last = payload.start + padded(length.value);
  const sizes = [{ place: length, of: payload }];
  return last <= end
    ? { tag: "option", start, end: last, payload, sizes, padding: { end: last, of: paddingOf } }
    : undefined;
};

const blockAt = (bytes: Uint8Array, { start, end }: Span): Chunk | undefined => {
  const number = (at: number): NumberPlace => fixed(bytes, at, 4, isLittle(bytes));
  const type = number(start).value;
  const length = number(start + 4);
  const last = start + length.value;
  if (!(length.value >= 12 && last <= end && length.value % 4 === 0)) return undefined;
  const all = { start, end: last };
  const sizes = [length, number(last - 4)].map((place) => ({ place, of: all }));
  const block = { tag: String(type), ...all, sizes };
  const options = OPTIONS[type];
  if (type === BLOCK.packet) return packetIn(number, block);
  const payload = { start: start + 8, end: last - 4 };
  return { ...block, payload, ...(options !== undefined && { inner: { start: start + options, end: last - 4 } }) };
};

/** Its data, and the options behind. */
const packetIn = (number: (at: number) => NumberPlace, block: Omit<Chunk, "payload">): Chunk => {
  const start = block.start + PACKET_HEAD;
  const [captured, original] = [number(block.start + 20), number(block.start + 24)];
  const payload = { start, end: start + captured.value };
  const behind = start + padded(captured.value);
  if (!(behind <= block.end - 4)) return { ...block, payload: { start, end: start } };
  const places = captured.value === original.value ? [captured, original] : [captured];
  return {
    ...block,
    payload,
    sizes: [...block.sizes, ...places.map((place) => ({ place, of: payload }))],
    inner: { start: behind, end: block.end - 4 },
    padding: { end: behind, of: paddingOf },
  };
};

const isBlock = ({ depth, tag }: FoundChunk, type: number): boolean => depth === 1 && tag === String(type);

const hasInterface = (chunk: FoundChunk): boolean => isBlock(chunk, BLOCK.packet) || isBlock(chunk, BLOCK.statistics);
const interfaceOf = (bytes: Uint8Array, { start }: Span): NumberPlace => fixed(bytes, start + 8, 4, isLittle(bytes));

const PCAPNG: ChunkFormat = {
  name: "pcapng",
  unit: "blocks",
  levels: 2,
  recognises: (bytes) =>
    [true, false].some((little) => fixed(bytes, 0, 4, little).value === BLOCK.section) &&
    [true, false].some((little) => fixed(bytes, 8, 4, little).value === BYTE_ORDER),
  chunkAt: (bytes, within, parent) => (parent === undefined ? blockAt(bytes, within) : optionAt(bytes, within)),
  isNeeded: ({ start }) => start === 0,
  needs: (chunks, bytes) => {
    const interfaces = chunks.filter((chunk) => isBlock(chunk, BLOCK.interface));
    return new Map(
      chunks.filter(hasInterface).flatMap((chunk) => {
        const needed = interfaces[interfaceOf(bytes, chunk).value];
        return needed === undefined ? [] : [[chunk, needed] as const];
      }),
    );
  },
  more: (plan, bytes, { chunks, items }) => {
    const interfaces = chunks.filter((chunk) => isBlock(chunk, BLOCK.interface) && items.has(chunk));
    const space = { units: interfaces.map((each) => plan.slot(each.start, each.end, items.get(each) as number)) };
    for (const chunk of chunks.filter(hasInterface)) plan.index(interfaceOf(bytes, chunk), space);
  },
};

export const pcap = chunked(PCAP);
export const pcapng = chunked(PCAPNG);
