import density from '@sitwell/office-ui/density.module.css'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from '../places/places.module.css'
import { MembersDialog, type MembersWish } from './members-dialog.tsx'

interface Done {
  readonly wish: MembersWish
  /** Missing if it took another change back. */
  readonly undo?: MembersWish
}

/** A change of a group's members on a page: the page shows a `MembersResult` and a `MembersPreview` of it. */
export interface MembersChange {
  /** Shows what a change would do, before it is done. */
  ask(wish: MembersWish): void
  readonly asked: { readonly wish: MembersWish; readonly isUndo: boolean } | undefined
  setAsked(asked: MembersChange['asked']): void
  readonly done: Done | undefined
  setDone(done: Done | undefined): void
}

/** Adds people to groups, and removes them, on any page. `onChanged`: after a change was done. */
export const useMembersChange = (onChanged?: () => void): MembersChange => {
  const [asked, setAsked] = useState<MembersChange['asked']>()
  const [done, setDone] = useState<Done>()
  return {
    ask: (wish) => setAsked({ wish, isUndo: false }),
    asked,
    setAsked,
    done,
    setDone: (next) => {
      setDone(next)
      if (next !== undefined) onChanged?.()
    },
  }
}

/** The result of the last change, with the way back. It takes the focus: the button that had it may be gone. */
export const MembersResult = ({ of: { done, setDone, setAsked } }: { readonly of: MembersChange }) => {
  const { text } = useOffice()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (done !== undefined) place.current?.focus()
  }, [done])
  const said =
    done && text(`members.done.${done.wish.action}`, { count: done.wish.userIDs.length, group: done.wish.group.name })
  const { undo } = done ?? {}
  return (
    <div ref={place} tabIndex={-1} className={styles.result}>
      <Notice onClose={() => setDone(undefined)}>{said}</Notice>
      {undo !== undefined && undo.userIDs.length > 0 && (
        <Button className={density.press} onPress={() => setAsked({ wish: undo, isUndo: true })}>
          {text('members.undo')}
        </Button>
      )}
    </div>
  )
}

/** The preview of the change that somebody asks for; nothing if nobody does. */
export const MembersPreview = ({ of: { asked, setAsked, setDone } }: { readonly of: MembersChange }) =>
  asked === undefined ? null : (
    <MembersDialog
      wish={asked.wish}
      onDone={({ wish, undo }) => {
        setAsked(undefined)
        setDone(asked.isUndo ? { wish } : { wish, undo })
      }}
      onClose={() => setAsked(undefined)}
    />
  )
