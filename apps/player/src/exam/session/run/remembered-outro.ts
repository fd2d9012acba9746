import { tabStorage } from '@sitwell/client/held-storage'
import { outroMemory } from './outro-facts.ts'

/** What this tab remembers of the exam that was completed in it last. */
export const rememberedOutro = outroMemory(tabStorage)
