/** Made by contracts-plugin.ts at build time. */
declare module 'virtual:contracts' {
  export const endpoints: unknown
  export const BOARD_PAGE: number
  export const BOARD_PERIODS: typeof import('@speedcell/shared/contracts').BOARD_PERIODS
  export const LADDER_STAGES: typeof import('@speedcell/shared/contracts').LADDER_STAGES
  export const LIST_PAGE: number
  export const NAME_LENGTH: { readonly min: number; readonly max: number }
  export const PASSWORD_LENGTH: { readonly min: number; readonly max: number }
}
