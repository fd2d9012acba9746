import type { ClientInit } from '@sitwell/contract'
import * as z from 'zod/mini'
import { type ClientSettings, clientSettings } from './client-settings.ts'

/** The settings that the init reply carries; those read by name keep their defaults until somebody signs in. */
export const settingsFromInit = (reply: ClientInit): ClientSettings =>
  z.parse(clientSettings, {
    name: reply.name,
    logoUrl: reply.logo,
    appBarLogoUrl: reply.appBarLogo,
    languageId: reply.languageID,
    languages: reply.languages,
    primaryColour: reply.primaryColour,
    secondaryColour: reply.secondaryColour,
    themes: reply.themes,
    enableForgottenPassword: reply.enableForgottenPassword,
    legacySingleSignon: reply.legacySingleSignon,
    adminUrl: reply.adminUrl,
    loginOrigins: reply.loginOrigins,
    supportedBrowsers: reply.supportedBrowsers,
    proctoringMode: reply.proctoringMode,
    proctoringType: reply.proctoringType,
    proctoringOrigin: reply.proctoringOrigin,
    proctoringDebug: reply.proctoringDebug,
    previewMode: reply.previewMode,
    demoMode: reply.demoMode,
    canDownloadResult: reply.canDownloadResult,
  })
