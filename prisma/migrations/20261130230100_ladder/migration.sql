-- CreateEnum
CREATE TYPE "game_kind" AS ENUM ('free', 'daily', 'ladder');

-- CreateEnum
CREATE TYPE "review_act" AS ENUM ('struck', 'cleared');

-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "ended_day" VARCHAR(10),
ADD COLUMN     "stages_won" INTEGER,
ADD COLUMN     "struck_at" TIMESTAMPTZ(3),
ADD COLUMN     "time_ms" INTEGER;

-- AlterTable
ALTER TABLE "stage_results" ADD COLUMN     "seconds_left" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "games" (
    "id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "game_kind" NOT NULL,
    "variant" TEXT NOT NULL,
    "deal" INTEGER NOT NULL,
    "won" BOOLEAN NOT NULL,
    "home" INTEGER NOT NULL,
    "moves" INTEGER NOT NULL,
    "undos" INTEGER NOT NULL,
    "hints" INTEGER NOT NULL,
    "time_ms" INTEGER NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "day" VARCHAR(10) NOT NULL,
    "stage_id" UUID,
    "free_id" UUID,
    "digest" TEXT,
    "autoplay" TEXT,
    "events" TEXT,

    CONSTRAINT "games_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "player_totals" (
    "user_id" UUID NOT NULL,
    "games" INTEGER NOT NULL DEFAULT 0,
    "wins" INTEGER NOT NULL DEFAULT 0,
    "cards_home" INTEGER NOT NULL DEFAULT 0,
    "win_streak" INTEGER NOT NULL DEFAULT 0,
    "longest_streak" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "player_totals_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "variant_totals" (
    "user_id" UUID NOT NULL,
    "variant" TEXT NOT NULL,
    "games" INTEGER NOT NULL DEFAULT 0,
    "wins" INTEGER NOT NULL DEFAULT 0,
    "best_rated_ms" INTEGER,
    "best_free_ms" INTEGER,
    "fewest_moves" INTEGER,

    CONSTRAINT "variant_totals_pkey" PRIMARY KEY ("user_id","variant")
);

-- CreateTable
CREATE TABLE "badge_awards" (
    "user_id" UUID NOT NULL,
    "badge" TEXT NOT NULL,
    "earned_at" TIMESTAMPTZ(3) NOT NULL,
    "stage_id" UUID,
    "free_id" UUID,

    CONSTRAINT "badge_awards_pkey" PRIMARY KEY ("user_id","badge")
);

-- CreateTable
CREATE TABLE "board_entries" (
    "board" VARCHAR(16) NOT NULL,
    "user_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "score" INTEGER NOT NULL,
    "stages_won" INTEGER NOT NULL,
    "time_ms" INTEGER NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "board_entries_pkey" PRIMARY KEY ("board","user_id")
);

-- CreateTable
CREATE TABLE "board_scores" (
    "board" VARCHAR(16) NOT NULL,
    "score" INTEGER NOT NULL,
    "players" INTEGER NOT NULL,

    CONSTRAINT "board_scores_pkey" PRIMARY KEY ("board","score")
);

-- CreateTable
CREATE TABLE "run_figures" (
    "run_id" UUID NOT NULL,
    "stages" JSONB NOT NULL,
    "flags" TEXT[],
    "measured_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_figures_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "run_reviews" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "act" "review_act" NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "games_sequence_key" ON "games"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "games_stage_id_key" ON "games"("stage_id");

-- CreateIndex
CREATE INDEX "games_user_id_variant_sequence_idx" ON "games"("user_id", "variant", "sequence");

-- CreateIndex
CREATE INDEX "games_user_id_day_idx" ON "games"("user_id", "day");

-- CreateIndex
CREATE UNIQUE INDEX "games_user_id_free_id_key" ON "games"("user_id", "free_id");

-- CreateIndex
CREATE UNIQUE INDEX "games_user_id_digest_key" ON "games"("user_id", "digest");

-- CreateIndex
CREATE INDEX "badge_awards_stage_id_idx" ON "badge_awards"("stage_id");

-- CreateIndex
CREATE INDEX "board_entries_order" ON "board_entries"("board", "score" DESC, "stages_won" DESC, "time_ms", "ended_at", "run_id", "user_id");

-- CreateIndex
CREATE INDEX "board_entries_run_id_idx" ON "board_entries"("run_id");

-- CreateIndex
CREATE INDEX "run_figures_measured_at_idx" ON "run_figures"("measured_at");

-- CreateIndex
CREATE INDEX "run_reviews_run_id_at_idx" ON "run_reviews"("run_id", "at");

-- CreateIndex
CREATE INDEX "runs_user_id_kind_ended_day_score_idx" ON "runs"("user_id", "kind", "ended_day", "score");

-- AddForeignKey
ALTER TABLE "games" ADD CONSTRAINT "games_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "player_totals" ADD CONSTRAINT "player_totals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variant_totals" ADD CONSTRAINT "variant_totals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "badge_awards" ADD CONSTRAINT "badge_awards_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "board_entries" ADD CONSTRAINT "board_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_figures" ADD CONSTRAINT "run_figures_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_reviews" ADD CONSTRAINT "run_reviews_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_reviews" ADD CONSTRAINT "run_reviews_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- Of a player's ladder runs one at most is open. Prisma's schema cannot say so.
CREATE UNIQUE INDEX "runs_open_ladder" ON "runs"("user_id") WHERE "kind" = 'ladder' AND "ended_at" IS NULL;
