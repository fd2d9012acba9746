import { ProcessingError } from './processing-error.ts'

export type Point = readonly [x: number, y: number]

/** A place of a picture: its shape and numbers, as `areaMapEntry`, `inside` and hotspots write them. In pixels of the picture. */
export interface Area {
  readonly shape: string
  readonly coords: readonly number[]
}

/** Reads shape and coordinates. Throws a ProcessingError if the numbers are not those of the shape. */
export const areaIn = (shape: string, coords: string): Area => {
  const numbers =
    coords.trim() === ''
      ? []
      : coords
          .trim()
          .split(/[\s,]+/)
          .map((one) => Number(one.replace('%', '')))
  const kind = shape.trim().toLowerCase()
  const wanted = { default: 0, circle: 3, rect: 4, ellipse: 4 }[kind]
  const fits = kind === 'poly' ? numbers.length >= 6 && numbers.length % 2 === 0 : wanted === 0 || numbers.length === wanted
  if (!fits || numbers.some((one) => !Number.isFinite(one)))
    throw new ProcessingError(`"${coords.slice(0, 80)}" are not coordinates of the shape "${shape}".`)
  return { shape: kind, coords: numbers }
}

/** On which side of the line from a to b a point lies: 0 is on it. */
const side = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point) => (bx - ax) * (y - ay) - (x - ax) * (by - ay)

const isOnEdge = (point: Point, a: Point, b: Point): boolean =>
  side(point, a, b) === 0 &&
  point[0] >= Math.min(a[0], b[0]) &&
  point[0] <= Math.max(a[0], b[0]) &&
  point[1] >= Math.min(a[1], b[1]) &&
  point[1] <= Math.max(a[1], b[1])

const isInPolygon = (point: Point, coords: readonly number[]): boolean => {
  const corners = Array.from({ length: coords.length / 2 }, (_, at): Point => [coords[2 * at] ?? 0, coords[2 * at + 1] ?? 0])
  let inside = false
  for (const [at, corner] of corners.entries()) {
    const before = corners.at(at - 1) ?? corner
    if (isOnEdge(point, before, corner)) return true
    const [x, y] = point
    const crosses = corner[1] > y !== before[1] > y
    if (crosses && x < ((before[0] - corner[0]) * (y - corner[1])) / (before[1] - corner[1]) + corner[0]) inside = !inside
  }
  return inside
}

/** Whether a point is in an area; its edge is in it. */
export const isInside = (point: Point, { shape, coords }: Area): boolean => {
  const [x, y] = point
  const [a = 0, b = 0, c = 0, d = 0] = coords
  switch (shape) {
    case 'default':
      return true
    case 'rect':
      return x >= Math.min(a, c) && x <= Math.max(a, c) && y >= Math.min(b, d) && y <= Math.max(b, d)
    case 'circle':
      return (x - a) ** 2 + (y - b) ** 2 <= c ** 2
    case 'ellipse':
      return c > 0 && d > 0 && ((x - a) / c) ** 2 + ((y - b) / d) ** 2 <= 1
    case 'poly':
      return isInPolygon(point, coords)
    default:
      throw new ProcessingError(`"${shape}" is not a shape of the standard.`)
  }
}
