-- DropIndex
DROP INDEX "games_user_id_variant_sequence_idx";

-- DropIndex
DROP INDEX "games_user_id_day_idx";

-- CreateIndex
CREATE INDEX "games_user_id_variant_won_sequence_idx" ON "games"("user_id", "variant", "won", "sequence");

-- CreateIndex
CREATE INDEX "games_user_id_day_won_idx" ON "games"("user_id", "day", "won");

-- CreateIndex
CREATE INDEX "daily_entries_user_id_day_idx" ON "daily_entries"("user_id", "day");

-- CreateIndex
CREATE INDEX "runs_user_id_kind_ended_at_idx" ON "runs"("user_id", "kind", "ended_at");
