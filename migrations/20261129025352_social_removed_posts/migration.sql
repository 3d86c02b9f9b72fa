ALTER TABLE "social_posts" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
SELECT audit_table('social_posts', key => '{id}', plain => '{group_id,account_id,platform,content,title,target,tracks_links,scheduled_at,wall_time,time_zone,status,fault,published_id,published_url,removed_at}', ignored => '{id,search_text,stage,version,due_at,progress,fence,taken_at,leased_until,armed_at,idempotency_key,failures,was_renewed,error_message,published_at,figures,figures_at,created_by,created_at,updated_at}');--> statement-breakpoint
DROP TRIGGER "signal_social-posts" ON "social_posts";--> statement-breakpoint
SELECT signal_changes('social_posts', 'social-posts', columns => '{status,stage,content,title,scheduled_at,account_id,published_url,removed_at}');
