import { AreaButton, AreaMark } from './area-button.tsx'
import { FieldGroup } from './field-frame.tsx'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { partsOf } from './on-picture.ts'
import styles from './picture.module.css'
import { ZoomedPicture } from './zoomed-picture.tsx'

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A picture goes the way of all HTML of an exam: its address is checked there, and loaded from our place alone. */
const imageHtml = ({ src, alt }: { readonly src: string; readonly alt: string }) =>
  `<img src="${inAttribute(src)}" alt="${inAttribute(alt)}">`

export const Picture = ({ image, hands }: { readonly image: ComponentOf<'image'>; readonly hands: FormHands }) => (
  <div className={styles.picture}>{hands.renderHtml(imageHtml(image))}</div>
)

/** Areas of a picture, each a button that is pressed in while it is chosen. The picture can be made larger, and then scrolls. */
export const Hotspot = ({ field, hands }: { readonly field: ComponentOf<'hotspot'>; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId } = hands
  const id = elementId(field.id)
  const chosen = partsOf(answer.values.get(field.id) ?? '')
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
      <ZoomedPicture picture={field} hands={hands}>
        {field.areas.map((area) => {
          const isChosen = chosen.includes(area.id)
          return (
            <AreaButton
              key={area.id}
              area={area}
              name={area.name}
              isPressed={isChosen}
              isOut={isLocked || (isFull && !isChosen)}
              onPress={() => {
                if (!isLocked) toggle(area)
              }}
            >
              {isChosen && <AreaMark sign="✓" />}
            </AreaButton>
          )
        })}
      </ZoomedPicture>
      <span className={styles.chosen} dir="auto">
        {names.join(', ')}
      </span>
    </FieldGroup>
  )
}
