CREATE INDEX "analytics_views_at" ON "analytics_views" USING brin ("at");--> statement-breakpoint
-- Counting changes it at most once in some seconds.
SELECT signal_changes('analytics_counts', 'visits');
