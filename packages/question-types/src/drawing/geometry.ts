import type { Drawing, Mark, Point, Size } from './drawing.ts'
import { letterSize, lineWidth } from './shapes.ts'

const far = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by)

/** How far a point lies from the straight line between two others. */
export const distanceTo = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square))
  return far([x, y], [ax + along * dx, ay + along * dy])
}

/**
 * The points of a stroke without those that nobody would miss: each that goes lies no further than `tolerance` beside the line
 * between those that stay. The first and the last stay.
 */
export const simplified = (points: readonly Point[], tolerance: number): Point[] => {
  const kept = new Set([0, points.length - 1])
  const open: [number, number][] = [[0, points.length - 1]]
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [from, to] = pair
    const [first, last] = [points[from], points[to]]
    if (!first || !last) continue
    let [worst, at] = [tolerance, -1]
    for (let between = from + 1; between < to; between += 1) {
      const point = points[between]
      const distance = point ? distanceTo(point, first, last) : 0
      if (distance > worst) [worst, at] = [distance, between]
    }
    if (at < 0) continue
    kept.add(at)
    open.push([from, at], [at, to])
  }
  return points.filter((_, at) => kept.has(at))
}

/** Pixels of the picture that nobody sees: points that lie nearer to each other's line are one line. */
export const toleranceOf = ({ width, height }: Size): number => Math.max(width, height) / 1600

/** About as wide as a letter is, of its height. */
const letterShare = 0.6

const reaches = (size: Size, mark: Mark, point: Point, reach: number): boolean => {
  if (mark.kind === 'text') {
    const high = letterSize(size)
    const wide = mark.text.length * high * letterShare
    const [x, y] = [point[0] - mark.at[0], point[1] - mark.at[1]]
    return x >= -reach && x <= wide + reach && y >= -high - reach && y <= high * 0.3 + reach
  }
  const around = reach + lineWidth(size, mark.width) / 2
  return mark.points.some((one, at) => distanceTo(point, mark.points[at - 1] ?? one, one) <= around)
}

/** The place of the mark that lies uppermost within `reach` of a point; undefined where none does. */
export const markAt = (drawing: Drawing, point: Point, reach: number): number | undefined => {
  const at = drawing.marks.findLastIndex((mark) => reaches(drawing, mark, point, reach))
  return at < 0 ? undefined : at
}
