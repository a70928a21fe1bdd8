/** Files by blocks of a size, which begin at its multiples: what machines write is aligned. */
import { pieces, PlacesWriter, type FileFormat } from "../pieces.ts";

export const blocks = (size: number): FileFormat =>
  pieces(`blocks of ${size}`, (content) => {
    const places = new PlacesWriter();
    for (let place = 0; place < content.length; place += size) places.push(place);
    return places.take();
  });
