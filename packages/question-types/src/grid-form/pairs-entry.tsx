import { useState } from 'react'
import { AreaButton, AreaMark, middleOf } from './area-button.tsx'
import { FieldGroup } from './field-frame.tsx'
import { isFieldValue } from './field-value.ts'
import fields from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { hintWith } from './limits-hint.ts'
import styles from './on-picture.module.css'
import { areaName, isSamePair, letterOf, type Pair, pairsOf, writePairs } from './on-picture.ts'
import { ZoomedPicture } from './zoomed-picture.tsx'

type PairsField = ComponentOf<'areaPairs'>

/** Lines between the areas that belong together: a dark one in a light one shows on any picture. */
const Lines = ({ field, pairs }: { readonly field: PairsField; readonly pairs: readonly Pair[] }) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className={styles.lines}>
    {pairs.map((pair) => {
      const [from, to] = pair.map((id) => field.areas.find((area) => area.id === id))
      if (!from || !to) return null
      const [one, other] = [middleOf(from), middleOf(to)]
      const line = { x1: one.x, y1: one.y, x2: other.x, y2: other.y }
      return (
        <g key={pair.join(':')}>
          <line {...line} className={styles.lineAround} />
          <line {...line} className={styles.line} />
        </g>
      )
    })}
  </svg>
)

/** Pairs of areas of a picture: two are pressed one after the other, or chosen from two lists. */
export const PairsEntry = ({ field, hands }: { readonly field: PairsField; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId } = hands
  const id = elementId(field.id)
  const pairs = pairsOf(answer.values.get(field.id) ?? '')
  const [picked, setPicked] = useState('')
  const [listed, setListed] = useState<Pair>(['', ''])
  const [announcement, setAnnouncement] = useState('')
  const nameOf = (area: string) => areaName(field.areas, area)
  const possible = (field.areas.length * (field.areas.length - 1)) / 2

  const separate = (pair: Pair) => {
    fill(field, writePairs(pairs.filter((one) => !isSamePair(one, pair))))
    setAnnouncement('')
  }
  const join = (pair: Pair) => {
    const next = writePairs([...pairs, pair])
    const fits = isFieldValue(field, next)
    if (fits) fill(field, next)
    setAnnouncement(fits || pairs.some((one) => isSamePair(one, pair)) ? '' : text('question.noMorePairs'))
  }
  const press = (area: string) => {
    if (isLocked) return
    setPicked(picked === '' ? area : '')
    if (picked === '') return setAnnouncement(text('question.areaPicked', { name: nameOf(area) }))
    const pair: Pair = [picked, area]
    if (picked === area) setAnnouncement('')
    else if (pairs.some((one) => isSamePair(one, pair))) separate(pair)
    else join(pair)
  }
  const list = (place: 0 | 1) => (
    <label className={styles.list}>
      <span>{text(place === 0 ? 'question.pairFirst' : 'question.pairSecond')}</span>
      <select
        id={place === 0 ? `${id}-first` : undefined}
        className={fields.select}
        value={listed[place]}
        disabled={isLocked}
        onChange={(event) => setListed(place === 0 ? [event.target.value, listed[1]] : [listed[0], event.target.value])}
      >
        <option value="">{text('question.gridChoose')}</option>
        {field.areas.map((area) => (
          <option key={area.id} value={area.id} disabled={area.id === listed[place === 0 ? 1 : 0]}>
            {nameOf(area.id)}
          </option>
        ))}
      </select>
    </label>
  )
  const isListed = listed[0] !== '' && listed[1] !== ''

  return (
    <FieldGroup field={field} elementId={id} hint={hintWith(text('question.pairsHint'), field, possible, text)}>
      <ZoomedPicture picture={field} hands={hands}>
        <Lines field={field} pairs={pairs} />
        {field.areas.map((area, at) => (
          <AreaButton
            key={area.id}
            area={area}
            name={nameOf(area.id)}
            isPressed={picked === area.id}
            isOut={isLocked}
            onPress={() => press(area.id)}
          >
            <AreaMark isLetter sign={letterOf(at)} />
          </AreaButton>
        ))}
      </ZoomedPicture>
      <p role="status" className={styles.said}>
        {announcement}
      </p>
      <ul className={styles.made}>
        {pairs.map((pair) => {
          const [one, other] = pair.map(nameOf)
          return (
            <li key={pair.join(':')}>
              <span dir="auto">{`${one} – ${other}`}</span>
              {!isLocked && (
                <button
                  type="button"
                  className={fields.quiet}
                  aria-label={text('question.pairRemoveNamed', { one: one ?? '', other: other ?? '' })}
                  onClick={() => {
                    // What had the focus goes away.
                    document.getElementById(`${id}-first`)?.focus()
                    separate(pair)
                  }}
                >
                  {text('question.pairRemove')}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <div className={styles.lists}>
        {list(0)}
        {list(1)}
        <button
          type="button"
          className={fields.button}
          disabled={isLocked || !isListed}
          onClick={() => {
            join(listed)
            setListed(['', ''])
          }}
        >
          {text('question.pairAdd')}
        </button>
      </div>
    </FieldGroup>
  )
}
