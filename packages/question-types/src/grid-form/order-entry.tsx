import { AreaButton, AreaMark } from './area-button.tsx'
import { FieldGroup } from './field-frame.tsx'
import fields from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { hintWith } from './limits-hint.ts'
import styles from './on-picture.module.css'
import { areaName, letterOf, partsOf } from './on-picture.ts'
import { ZoomedPicture } from './zoomed-picture.tsx'

/** The order with an area at a place: where it stood before, what it takes the place of stands now. '' takes out what is there. */
const placedAt = (order: readonly string[], at: number, id: string): string[] => {
  if (id === '') return order.filter((_, place) => place !== at)
  const before = order.indexOf(id)
  const next = [...order]
  const there = next[at]
  next[at] = id
  if (before >= 0 && before !== at && there !== undefined) next[before] = there
  return next.filter((one, place) => one !== id || place === at)
}

/** Areas of a picture in an order: they are pressed one after another, or chosen from a list for each place. */
export const OrderEntry = ({ field, hands }: { readonly field: ComponentOf<'areaOrder'>; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId } = hands
  const id = elementId(field.id)
  const order = partsOf(answer.values.get(field.id) ?? '')
  const isFull = order.length >= field.most
  const put = (next: readonly string[]) => fill(field, next.join(' '))
  const toggle = (area: string) => {
    if (order.includes(area)) put(order.filter((one) => one !== area))
    else if (!isFull) put([...order, area])
  }
  const places = Array.from({ length: Math.min(field.most, field.areas.length, order.length + 1) }, (_, at) => at)
  const nameOf = (area: string) => areaName(field.areas, area)

  return (
    <FieldGroup field={field} elementId={id} hint={hintWith(text('question.orderHint'), field, field.areas.length, text)}>
      <ZoomedPicture picture={field} hands={hands}>
        {field.areas.map((area, at) => {
          const place = order.indexOf(area.id)
          const name = nameOf(area.id)
          return (
            <AreaButton
              key={area.id}
              area={area}
              name={place < 0 ? name : text('question.areaInPlace', { name, number: place + 1 })}
              isPressed={place >= 0}
              isOut={isLocked || (isFull && place < 0)}
              onPress={() => !isLocked && toggle(area.id)}
            >
              <AreaMark isLetter sign={letterOf(at)} />
              {place >= 0 && <AreaMark sign={`${place + 1}`} />}
            </AreaButton>
          )
        })}
      </ZoomedPicture>
      <div className={styles.lists}>
        {places.map((at) => (
          <label key={at} className={styles.list}>
            <span>{text('question.orderPlace', { number: at + 1 })}</span>
            <select
              className={fields.select}
              value={order[at] ?? ''}
              disabled={isLocked}
              onChange={(event) => put(placedAt(order, at, event.target.value))}
            >
              <option value="">{text('question.gridChoose')}</option>
              {field.areas.map((area) => (
                <option key={area.id} value={area.id}>
                  {nameOf(area.id)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
