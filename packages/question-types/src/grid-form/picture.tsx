import { type ReactNode, useState } from 'react'
import { FieldGroup } from './field-frame.tsx'
import { areasOf } from './field-value.ts'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import styles from './picture.module.css'

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A picture goes the way of all HTML of an exam: its address is checked there, and loaded from our place alone. */
const imageHtml = ({ src, alt }: { readonly src: string; readonly alt: string }) =>
  `<img src="${inAttribute(src)}" alt="${inAttribute(alt)}">`

export const Picture = ({ image, hands }: { readonly image: ComponentOf<'image'>; readonly hands: FormHands }) => (
  <div className={styles.picture}>{hands.renderHtml(imageHtml(image))}</div>
)

/** Percent of its place that a picture may be as wide as. */
const zooms = [100, 150, 200, 300] as const

/** A picture and what stands on it: as large as it is, or wider than its place, in which it then scrolls. */
const ZoomedPicture = ({
  zoom,
  name,
  children,
}: {
  readonly zoom: number
  readonly name: string
  readonly children: ReactNode
}) => {
  const isWide = zoom > zooms[0]
  const reachable = isWide ? { tabIndex: 0, role: 'group', 'aria-label': name } : {}
  return (
    <div className={isWide ? styles.window : undefined} {...reachable}>
      <div className={styles.hotspot} data-wide={isWide || undefined} style={isWide ? { inlineSize: `${zoom}%` } : {}}>
        {children}
      </div>
    </div>
  )
}

/** Areas of a picture, each a button that is pressed in while it is chosen. The picture can be made larger, and then scrolls. */
export const Hotspot = ({ field, hands }: { readonly field: ComponentOf<'hotspot'>; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId, renderHtml } = hands
  const id = elementId(field.id)
  const [zoom, setZoom] = useState<number>(zooms[0])
  const larger = zooms.find((one) => one > zoom)
  const smaller = zooms.findLast((one) => one < zoom)
  const chosen = areasOf(answer.values.get(field.id) ?? '')
  const isFull = field.most > 1 && chosen.length >= field.most

  const toggle = (area: (typeof field.areas)[number]) => {
    if (chosen.includes(area.id)) return fill(field, chosen.filter((one) => one !== area.id).join(' '))
    if (isFull) return
    // Where one is chosen, another takes its place.
    const next = field.most === 1 ? [area.id] : [...chosen, area.id]
    fill(field, next.join(' '), { rowStates: area.rowStates })
  }
  const hint = field.most === 1 ? text('question.gridOneArea') : text('question.gridAreas', { max: field.most })
  const names = field.areas.filter((area) => chosen.includes(area.id)).map((area) => area.name)

  return (
    <FieldGroup field={field} elementId={id} hint={hint}>
      <div role="group" aria-label={text('question.pictureSize')} className={styles.zoom}>
        <button
          type="button"
          className={styles.size}
          aria-label={text('question.smaller')}
          aria-disabled={smaller === undefined || undefined}
          onClick={() => setZoom(smaller ?? zoom)}
        >
          −
        </button>
        <span role="status">{text('question.percent', { percent: zoom })}</span>
        <button
          type="button"
          className={styles.size}
          aria-label={text('question.larger')}
          aria-disabled={larger === undefined || undefined}
          onClick={() => setZoom(larger ?? zoom)}
        >
          +
        </button>
      </div>
      <ZoomedPicture zoom={zoom} name={field.alt}>
        <div className={styles.picture}>{renderHtml(imageHtml(field))}</div>
        {field.areas.map((area) => {
          const isChosen = chosen.includes(area.id)
          return (
            <button
              key={area.id}
              type="button"
              className={styles.area}
              aria-pressed={isChosen}
              aria-disabled={isLocked || (isFull && !isChosen) || undefined}
              aria-label={area.name}
              title={area.name}
              // Places of the picture: they don't turn round from right to left.
              style={{ left: `${area.x}%`, top: `${area.y}%`, width: `${area.width}%`, height: `${area.height}%` }}
              onClick={() => {
                if (!isLocked) toggle(area)
              }}
            />
          )
        })}
      </ZoomedPicture>
      <span className={styles.chosen} dir="auto">
        {names.join(', ')}
      </span>
    </FieldGroup>
  )
}
