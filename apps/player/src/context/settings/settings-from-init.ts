import { organisationSettingsIn } from '@sitwell/app-core/organisation-settings'
import type { ClientInit } from '@sitwell/contract'
import * as z from 'zod/mini'
import { type ClientSettings, clientSettings } from './client-settings.ts'

/** The settings that the init reply carries; those read by name keep their defaults until somebody signs in. */
export const settingsFromInit = (reply: ClientInit): ClientSettings =>
  z.parse(clientSettings, {
    ...organisationSettingsIn(reply),
    proctoringMode: reply.proctoringMode,
    proctoringType: reply.proctoringType,
    proctoringOrigin: reply.proctoringOrigin,
    proctoringDebug: reply.proctoringDebug,
    previewMode: reply.previewMode,
    demoMode: reply.demoMode,
    canDownloadResult: reply.canDownloadResult,
  })
