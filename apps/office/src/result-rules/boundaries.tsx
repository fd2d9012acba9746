import { officeResultCurve, officeResultRules, type ResultCurve, type ResultRulesChange } from '@sitwell/contract'
import type { Share } from '@sitwell/exam/result-rules/result-rules'
import { compareShares } from '@sitwell/exam/result-rules/share'
import density from '@sitwell/office-ui/density.module.css'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useResultFocus } from '../people/use-result-focus.ts'
import { BoundaryChart } from './boundary-chart.tsx'
import { roomOf, withAnother, withBoundary } from './boundary-draft.ts'
import { BoundaryFields } from './boundary-fields.tsx'
import type { Handle } from './boundary-handle.tsx'
import { sameMost, scaleOf, type Unit } from './boundary-scale.ts'
import { CurveTable } from './curve-table.tsx'
import { GradeCounts } from './grade-counts.tsx'
import { MoversTable } from './movers-table.tsx'
import { ReadingNote } from './reading-note.tsx'
import styles from './result-rules.module.css'
import { RulesDialog } from './rules-dialog.tsx'
import { RulesHistory, type ShownRules } from './rules-history.tsx'
import { movesText } from './rules-text.ts'
import { useBoundaryDraft } from './use-boundary-draft.ts'
import { useRulesAgain } from './use-rules-again.ts'

interface Shown {
  readonly deliveryID: string
  readonly rules: ShownRules
  readonly curve: ResultCurve
  onDone(done: string): void
}

type Draft = ReturnType<typeof useBoundaryDraft>

/** The handles on the curve, lowest first: one per boundary, and one for a pass mark that is set apart from them. */
const handlesOf = ({ boundaries, passMark, scale, change }: Draft, mayChange: boolean, passTitle: string): Handle[] => {
  const whole = { marks: scale.mostBillionths, of: scale.mostBillionths }
  const passHandles = passMark
    ? [
        {
          id: 'pass mark',
          title: passTitle,
          from: passMark,
          room: [{ ...whole, marks: 0 }, whole] as const,
          onMove: (to: Share) => change({ passMark: to }),
        },
      ]
    : []
  const handles = boundaries.map(({ grade, from }, at) => ({
    ...{ id: String(at), title: grade, from, room: roomOf(boundaries, at, scale) },
    onMove: (to: Share) => change({ boundaries: withBoundary(boundaries, at, { from: to }) }),
  }))
  return [...passHandles, ...handles]
    .sort((one, other) => compareShares(one.from, other.from))
    .map(({ room, ...handle }) => ({ ...handle, room: mayChange ? room : undefined }))
}

/** What is applied: the boundaries as they stand, or null for those of the exam. */
const changeOf = ({ grading: { boundaries, passMark } }: Draft, basedOn: number): ResultRulesChange => ({
  basedOn,
  boundaries: boundaries ? boundaries.map((one) => ({ ...one, grade: one.grade.trim() })) : null,
  passMark: passMark ?? null,
})

const Acts = ({ draft, onSave }: { readonly draft: Draft; onSave(): void }) => {
  const { text } = useOffice()
  return (
    <div className={styles.acts}>
      <Button variant="primary" className={density.press} isDisabled={!(draft.isChanged && draft.isRight)} onPress={onSave}>
        {text('rules.save')}
      </Button>
      {draft.isChanged && (
        <Button className={density.press} onPress={draft.forget}>
          {text('rules.forget')}
        </Button>
      )}
      {!draft.isOfExam && (
        <Button className={density.press} onPress={draft.toExam}>
          {text('rules.toExam')}
        </Button>
      )}
    </div>
  )
}

/** The boundaries as fields, and how many have each grade. */
const Grades = ({ draft, mayChange, onSave }: { readonly draft: Draft; readonly mayChange: boolean; onSave(): void }) => {
  const { text } = useOffice()
  const { boundaries, scale, change } = draft
  return (
    <Section title={text('rules.boundaries')}>
      <p className={styles.quiet}>{text(draft.isOfExam ? 'rules.boundaries.exam' : 'rules.boundaries.own')}</p>
      {boundaries.length === 0 && <p>{text('rules.boundaries.none')}</p>}
      <BoundaryFields
        boundaries={boundaries}
        wrong={draft.wrong}
        scale={scale}
        isReadOnly={!mayChange}
        onChange={(next) => change({ boundaries: next })}
        onAdd={() => change({ boundaries: withAnother(boundaries, '', scale) })}
      />
      <GradeCounts grades={draft.moves.grades} />
      {mayChange && <Acts draft={draft} onSave={onSave} />}
    </Section>
  )
}

const Boundaries = ({ deliveryID, rules, curve, onDone }: Shown) => {
  const { text } = useOffice()
  const most = sameMost(curve.maxes)
  const [unit, setUnit] = useState<Unit>(most === undefined ? 'percent' : 'marks')
  const [isSaving, setSaving] = useState(false)
  const scale = scaleOf(unit, curve.maxes)
  const draft = useBoundaryDraft(curve, rules.versions[0], scale)
  const { moves } = draft
  const units = (['marks', 'percent'] as const).map((id) => ({ id, title: text(`rules.unit.${id}`) }))
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Section
          title={text('rules.curve')}
          actions={
            most !== undefined && (
              <Select
                label={text('rules.unit')}
                value={unit}
                options={units}
                onChange={(id) => setUnit(id === 'percent' ? 'percent' : 'marks')}
              />
            )
          }
        >
          <BoundaryChart
            sorted={draft.sorted}
            scale={scale}
            handles={handlesOf(draft, rules.mayChange, text('rules.passMark'))}
          />
          <p role="status" className={styles.effect}>
            {draft.isChanged ? movesText(moves, text) : text('rules.nothingMoved', { count: curve.scores.length })}
          </p>
          {curve.waiting > 0 && <p className={styles.quiet}>{text('rules.waiting', { count: curve.waiting })}</p>}
          <CurveTable sorted={draft.sorted} scale={scale} />
        </Section>
        {draft.isChanged && (
          <Section title={text('rules.who')}>
            <MoversTable curve={curve} moves={moves} />
          </Section>
        )}
      </div>
      <div className={styles.aside}>
        <Grades draft={draft} mayChange={rules.mayChange} onSave={() => setSaving(true)} />
        <RulesHistory deliveryID={deliveryID} rules={rules} onDone={onDone} />
      </div>
      {isSaving && (
        <RulesDialog
          deliveryID={deliveryID}
          title={text('rules.saveTitle')}
          confirm={text('rules.saveConfirm')}
          change={changeOf(draft, rules.current)}
          moves={movesText(moves, text)}
          onDone={({ set }) => {
            setSaving(false)
            onDone(set === undefined ? text('rules.saved') : text('rules.savedAsSet', { set }))
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

/** The grade boundaries of a delivery on the curve of its marks: what moving one does shows at once, before anything is saved. */
export const BoundariesPart = ({ deliveryID }: { readonly deliveryID: string }) => {
  const { api, text } = useOffice()
  const query = { query: { deliveryID } }
  const rules = useQuery(officeQuery(api, officeResultRules, query))
  const curve = useQuery(officeQuery(api, officeResultCurve, query))
  const readAgain = useRulesAgain()
  const [done, setDone] = useState<string>()
  const place = useResultFocus(done, rules.data)
  const isLoaded = rules.data !== undefined && curve.data !== undefined
  return (
    <>
      <div ref={place} tabIndex={-1} className={styles.notice}>
        <Notice onClose={() => setDone(undefined)}>{done}</Notice>
      </div>
      {!isLoaded && (
        <ReadingNote
          isError={rules.isError || curve.isError}
          onAgain={() => {
            void rules.refetch()
            void curve.refetch()
          }}
        />
      )}
      {rules.data && curve.data && curve.data.scores.length === 0 && <p>{text('rules.noResults')}</p>}
      {rules.data && curve.data && curve.data.scores.length > 0 && (
        <Boundaries
          // What was moved belongs to the rules that it was moved from.
          key={`${rules.data.current} ${curve.data.rulesVersion}`}
          deliveryID={deliveryID}
          rules={rules.data}
          curve={curve.data}
          onDone={(next) => {
            setDone(next)
            readAgain()
          }}
        />
      )}
    </>
  )
}
