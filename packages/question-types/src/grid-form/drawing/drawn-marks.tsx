import { memo } from 'react'
import type { Drawing, Mark, Size } from '../../drawing/drawing.ts'
import { haloWidth, type Shape, shapeOf, shapesOf } from '../../drawing/shapes.ts'

const Shown = ({ shape, halo }: { readonly shape: Shape; readonly halo: number }) =>
  shape.kind === 'path' ? (
    <path d={shape.d} stroke={shape.colour} strokeWidth={shape.width} />
  ) : (
    <text
      x={shape.x}
      y={shape.y}
      fontSize={shape.size}
      fill={shape.colour}
      stroke="#ffffff"
      strokeWidth={halo}
      style={{ paintOrder: 'stroke' }}
    >
      {shape.text}
    </text>
  )

const lines = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const Halo = ({ shapes, halo }: { readonly shapes: readonly Shape[]; readonly halo: number }) => (
  <g {...lines} stroke="#ffffff">
    {shapes.map((shape, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: a mark is known by its place alone
      shape.kind === 'path' ? <path key={at} d={shape.d} strokeWidth={shape.width + halo} /> : null,
    )}
  </g>
)

/** The marks of a drawing, as `toSvg` draws them. */
export const DrawnMarks = memo(({ drawing }: { readonly drawing: Drawing }) => {
  const shapes = shapesOf(drawing)
  const halo = haloWidth(drawing)
  return (
    <>
      <Halo shapes={shapes} halo={halo} />
      <g {...lines} fontFamily="sans-serif" fontWeight={600}>
        {shapes.map((shape, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is known by its place alone
          <Shown key={at} shape={shape} halo={halo} />
        ))}
      </g>
    </>
  )
})

/** A mark while it is being drawn. */
export const DraftMark = ({ size, mark }: { readonly size: Size; readonly mark: Mark }) => (
  <g {...lines}>
    <Shown shape={shapeOf(size, mark)} halo={haloWidth(size)} />
  </g>
)
