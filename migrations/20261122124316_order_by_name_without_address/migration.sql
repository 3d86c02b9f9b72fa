DROP INDEX "early_adopters_name";--> statement-breakpoint
CREATE INDEX "early_adopters_by_name" ON "early_adopters" (left(regexp_replace("search_text", '\S*@\S*', '', 'g'), 60),"id");