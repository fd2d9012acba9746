import { useState } from 'react'
import { AreaButton, AreaMark } from './area-button.tsx'
import { FieldGroup } from './field-frame.tsx'
import { isFieldValue } from './field-value.ts'
import fields from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { hintWith } from './limits-hint.ts'
import styles from './on-picture.module.css'
import { areaName, letterOf, type Pair, pairsOf, writePairs } from './on-picture.ts'
import { BarePicture, ZoomedPicture } from './zoomed-picture.tsx'

type CardsField = ComponentOf<'areaCards'>
type Card = CardsField['cards'][number]
type Area = CardsField['areas'][number]

/** A card as it is seen; its name is read out where it is a picture. */
const CardFace = ({ card, hands }: { readonly card: Card; readonly hands: FormHands }) =>
  card.src === undefined ? <span dir="auto">{card.name}</span> : <BarePicture src={card.src} alt="" hands={hands} />

/** Cards that are put to areas of a picture: a card is pressed and then its area, or it is chosen from the lists of the area. */
export const CardsEntry = ({ field, hands }: { readonly field: CardsField; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId } = hands
  const id = elementId(field.id)
  const pairs = pairsOf(answer.values.get(field.id) ?? '')
  const [picked, setPicked] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const cardNamed = (card: string) => field.cards.find((one) => one.id === card)
  const nameOf = (card: string) => cardNamed(card)?.name ?? ''
  const cardsOn = (area: string) => pairs.filter((pair) => pair[1] === area).map(([card]) => card)
  const uses = (card: string) => pairs.filter((pair) => pair[0] === card).length
  const fits = (next: readonly Pair[]) => isFieldValue(field, writePairs(next))

  /** The pairs with a card at an area in place of another, or beside those that are there. */
  const withCard = (card: string, area: string, instead?: string): Pair[] =>
    instead === undefined
      ? [...pairs, [card, area]]
      : pairs.map((pair): Pair => (pair[0] === instead && pair[1] === area ? [card, area] : pair))
  const put = (next: readonly Pair[]) => {
    const isRoom = fits(next)
    if (isRoom) fill(field, writePairs(next))
    setAnnouncement(isRoom ? '' : text('question.noMoreCards'))
  }
  const pick = (card: string) => {
    if (isLocked) return
    const next = picked === card ? '' : card
    setPicked(next)
    setAnnouncement(next === '' ? '' : text('question.cardPicked', { name: nameOf(next) }))
  }
  const pressArea = (area: Area) => {
    if (isLocked) return
    if (picked === '') {
      document.getElementById(`${id}-${area.id}-0`)?.focus()
      return
    }
    const there = cardsOn(area.id)
    setPicked('')
    if (there.includes(picked)) setAnnouncement('')
    // An area of one card takes another in its place.
    else put(withCard(picked, area.id, area.most === 1 ? there[0] : undefined))
  }

  const listAt = (area: Area, at: number) => {
    const there = cardsOn(area.id)
    const value = there[at]
    const name = areaName(field.areas, area.id)
    const choose = (card: string) => {
      if (card !== '') return put(withCard(card, area.id, value))
      fill(field, writePairs(pairs.filter((pair) => pair[0] !== value || pair[1] !== area.id)))
      setAnnouncement('')
    }
    return (
      <label key={`${area.id}-${at}`} className={styles.list}>
        <span dir="auto">{area.most > 1 ? text('question.areaCard', { name, number: at + 1 }) : name}</span>
        <select
          id={`${id}-${area.id}-${at}`}
          className={fields.select}
          value={value ?? ''}
          disabled={isLocked}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{text('question.gridChoose')}</option>
          {field.cards.map((card) => (
            <option key={card.id} value={card.id} disabled={card.id !== value && !fits(withCard(card.id, area.id, value))}>
              {card.name}
            </option>
          ))}
        </select>
      </label>
    )
  }
  const listsOf = (area: Area) => {
    const count = Math.min(area.most, cardsOn(area.id).length + 1)
    return Array.from({ length: count }, (_, at) => listAt(area, at))
  }

  return (
    <FieldGroup
      field={field}
      elementId={id}
      hint={hintWith(text('question.cardsHint'), field, field.areas.length * field.cards.length, text)}
    >
      <div role="group" aria-label={text('question.dragCards')} className={styles.tray}>
        {field.cards.map((card) => {
          const isUsed = uses(card.id) >= card.most
          return (
            <button
              key={card.id}
              type="button"
              className={styles.card}
              aria-pressed={picked === card.id}
              aria-disabled={isLocked || undefined}
              aria-label={isUsed ? `${card.name}, ${text('question.dragUsed')}` : card.name}
              data-used={isUsed || undefined}
              onClick={() => pick(card.id)}
            >
              <CardFace card={card} hands={hands} />
              {card.src !== undefined && <span dir="auto">{card.name}</span>}
            </button>
          )
        })}
      </div>
      <ZoomedPicture picture={field} hands={hands}>
        {field.areas.map((area, at) => {
          const there = cardsOn(area.id)
          const name = areaName(field.areas, area.id)
          return (
            <AreaButton
              key={area.id}
              area={area}
              name={there.length === 0 ? name : `${name} – ${there.map(nameOf).join(', ')}`}
              isOut={isLocked}
              onPress={() => pressArea(area)}
            >
              <AreaMark isLetter sign={letterOf(at)} />
              {there.length > 0 && (
                <span className={styles.put} data-picture={there.some((card) => cardNamed(card)?.src) || undefined}>
                  {there
                    .flatMap((card) => cardNamed(card) ?? [])
                    .map((card) => (
                      <CardFace key={card.id} card={card} hands={hands} />
                    ))}
                </span>
              )}
            </AreaButton>
          )
        })}
      </ZoomedPicture>
      <p role="status" className={styles.said}>
        {announcement}
      </p>
      <div className={styles.lists}>{field.areas.flatMap(listsOf)}</div>
    </FieldGroup>
  )
}
