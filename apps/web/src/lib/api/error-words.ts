import type { ErrorCode } from '@speedcell/shared/contracts'
import { m } from '#lib/paraglide/messages.js'
import type { CallProblem } from './call.ts'

// One entry a code, so that a new code does not compile until there are words for it.
const WORDS: Record<ErrorCode | 'offline', () => string> = {
  offline: m.site_offline,
  'not-a-log': m.error_not_a_log,
  'wrong-game': m.error_wrong_game,
  'log-conflict': m.error_log_conflict,
  'time-falls': m.error_time_falls,
  'time-ahead': m.error_time_ahead,
  'undo-limit': m.error_undo_limit,
  'nothing-to-undo': m.error_nothing_to_undo,
  'cannot-finish': m.error_cannot_finish,
  'illegal-move': m.error_illegal_move,
  'after-end': m.error_after_end,
  'bad-request': m.error_bad_request,
  'too-large': m.error_too_large,
  'not-found': m.error_not_found,
  'method-not-allowed': m.error_method_not_allowed,
  'unsupported-media-type': m.error_unsupported_media_type,
  'rate-limited': m.error_rate_limited,
  'forbidden-origin': m.error_forbidden_origin,
  'not-signed-in': m.error_not_signed_in,
  'not-allowed': m.error_not_allowed,
  busy: m.error_busy,
  internal: m.error_internal,
  'name-invalid': m.error_name_invalid,
  'name-reserved': m.error_name_reserved,
  'name-taken': m.error_name_taken,
  'password-invalid': m.error_password_invalid,
  'already-claimed': m.error_already_claimed,
  'not-claimed': m.error_not_claimed,
  'wrong-credentials': m.error_wrong_credentials,
  'wrong-recovery-code': m.error_wrong_recovery_code,
  'confirmation-mismatch': m.error_confirmation_mismatch,
  'day-not-open': m.error_day_not_open,
  'attempt-out-of-order': m.error_attempt_out_of_order,
  'not-your-stage': m.error_not_your_stage,
  'stage-over': m.error_stage_over,
  'stage-closed': m.error_stage_closed,
  'played-elsewhere': m.error_played_elsewhere,
  'not-over': m.error_not_over,
  'log-incomplete': m.error_log_incomplete,
  'no-hint': m.error_no_hint,
  'not-your-run': m.error_not_your_run,
  'run-over': m.error_run_over,
  'stage-out-of-order': m.error_stage_out_of_order,
  'replay-hidden': m.error_replay_hidden,
}

/** Why something was refused, in the player's language. A code that a newer server made up is an error of ours. */
export function errorWords(code: CallProblem['code']): string {
  return (WORDS[code] ?? WORDS.internal)()
}
