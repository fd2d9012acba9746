import type { Failure } from '@sitwell/client/api'
import {
  officeImportPeople,
  officePeople,
  officePeopleImports,
  officePreviewPeopleImport,
  type ReplyOf,
} from '@sitwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { readSentFile, type SentFile } from './sent-file.ts'

export type Preview = ReplyOf<typeof officePreviewPeopleImport>
export type Imported = ReplyOf<typeof officeImportPeople>

/** An import that was done, with the result of each row, so that the refused ones can be corrected in the list. */
export interface Done extends Imported {
  readonly preview: Preview
}

/** Why a file could not be read, or an import not be done. */
export type ImportProblem =
  | { readonly is: 'too-large'; readonly name: string }
  | { readonly is: 'failed'; readonly name: string; readonly failure: Failure }

/** A file on its way from being chosen to being imported. What was shown stays while something newer is read. */
interface State {
  readonly busy?: 'reading' | 'importing'
  /** The name of the file that is read. */
  readonly name?: string
  readonly file?: SentFile
  readonly preview?: Preview
  readonly problem?: ImportProblem
  /** Somebody changed people since the preview, which was made again. */
  readonly isNewer?: boolean
  readonly done?: Done
}

export const usePeopleImport = () => {
  const { api } = useOffice()
  const queries = useQueryClient()
  const [state, setState] = useState<State>({})
  /** Only the newest reading counts, if another file or column is chosen meanwhile. */
  const turn = useRef(0)

  const read = async (file: SentFile, more: Pick<State, 'isNewer'> = {}) => {
    turn.current += 1
    const own = turn.current
    setState(({ preview, file: last }) => ({
      ...(last?.content === file.content && preview && { preview }),
      ...{ file, name: file.name, busy: 'reading' },
    }))
    const outcome = await api.call(officePreviewPeopleImport, { body: file })
    if (own !== turn.current) return
    if (outcome.ok) setState({ file, name: file.name, preview: outcome.value, ...more })
    else setState({ name: file.name, problem: { is: 'failed', name: file.name, failure: outcome } })
  }

  return {
    ...state,
    choose: async (chosen: File) => {
      turn.current += 1
      const own = turn.current
      setState({ busy: 'reading', name: chosen.name })
      const file = await readSentFile(chosen)
      if (own !== turn.current) return
      if (file === 'too-large') setState({ name: chosen.name, problem: { is: 'too-large', name: chosen.name } })
      else await read(file)
    },
    /** Reads the same file in another way. */
    readAs: (change: Pick<SentFile, 'columns' | 'dateOrder'>) => {
      if (state.file) void read({ ...state.file, ...change })
    },
    apply: async () => {
      const { file, preview } = state
      if (!file || !preview) return
      setState({ ...state, busy: 'importing' })
      const outcome = await api.call(officeImportPeople, { body: { ...file, hash: preview.hash } })
      if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE')
        return read(file, { isNewer: true })
      if (!outcome.ok) return setState({ file, preview, problem: { is: 'failed', name: file.name, failure: outcome } })
      setState({ done: { ...outcome.value, preview } })
      for (const { name } of [officePeople, officePeopleImports]) void queries.invalidateQueries({ queryKey: [name] })
    },
  }
}
